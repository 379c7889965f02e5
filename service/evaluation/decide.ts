/**
 * The verdict on one request, from eight laws that each see the same question. Pure: no clock, no store, no
 * surroundings, so the same request, facts and settings give the same decision for ever, and a recorded one can be
 * recomputed.
 */
import type { LawSettings } from '../governance/settings/index.ts';
import { withAnswer } from './answered.ts';
import type { Facts } from './facts.ts';
import {
  type Decision,
  type Judgement,
  LAW_IDS,
  type LawId,
  type LawResult,
  type Verdict,
} from './judgement.ts';
import { auditConservation } from './laws/audit-conservation.ts';
import { boundedAutonomy } from './laws/bounded-autonomy.ts';
import { budgetConservation } from './laws/budget-conservation.ts';
import { evidenceGravity } from './laws/evidence-gravity.ts';
import { leastActionPath } from './laws/least-action-path.ts';
import { monotonicTruth } from './laws/monotonic-truth.ts';
import { policyAdherence } from './laws/policy-adherence.ts';
import { safetyDominance } from './laws/safety-dominance.ts';
import { pose, type Question } from './question.ts';
import type { EvaluationRequest } from './request.ts';

export type Law = (question: Question) => Judgement;

export const LAWS: Readonly<Record<LawId, Law>> = {
  audit_conservation: auditConservation,
  bounded_autonomy: boundedAutonomy,
  budget_conservation: budgetConservation,
  evidence_gravity: evidenceGravity,
  least_action_path: leastActionPath,
  monotonic_truth: monotonicTruth,
  policy_adherence: policyAdherence,
  safety_dominance: safetyDominance,
};

/**
 * Decides whether the action may be carried out: any law that fails blocks, else any that warns escalates, unless a
 * human was asked about that very warning and has approved, else it proceeds. The request must have passed validation. `onLaw` is called after each law, in the order of `LAW_IDS`,
 * for a caller that times them; nothing it does can change the decision.
 */
export function decide(
  request: EvaluationRequest,
  facts: Facts,
  settings: LawSettings,
  onLaw?: () => void,
): Decision {
  const question = pose(request, facts, settings);
  const laws: LawResult[] = [];
  let verdict: Verdict = 'proceed';
  for (const law_id of LAW_IDS) {
    const judgement = withAnswer(law_id, LAWS[law_id](question), question);
    laws.push(resultOf(law_id, judgement));
    if (judgement.result === 'fail') verdict = 'block';
    else if (judgement.result === 'warn' && verdict === 'proceed') verdict = 'escalate';
    if (onLaw !== undefined) onLaw();
  }
  return { verdict, laws };
}

/** Written out field by field: this runs eight times a decision. */
function resultOf(law_id: LawId, { result, reason, details, remedy }: Judgement): LawResult {
  return remedy === undefined
    ? { law_id, result, reason, details }
    : { law_id, result, reason, details, remedy };
}
