/** Surface B: evaluations, single and in batches. */

import { approvalIdOf } from '../../approvals/index.ts';
import { type EvaluateDeps, type RecordedEvaluation, VERDICTS } from '../../evaluation/index.ts';
import { HeldForName } from '../answers/enums.ts';
import { BasisOfVerdict, Remedies } from '../answers/response-schemas.ts';
import { evaluationRoutes } from '../both/evaluate.ts';
import { EvaluateBodyB } from '../requests/context-schema.ts';
import * as is from '../schemas/fields.ts';
import { described, describedRecord } from '../schemas/objects.ts';
import type { Noun } from '../services.ts';

const EvaluationB = describedRecord('EvaluationB', 'The verdict, whose evidence is on disk', {
  verdict: is.oneOf(VERDICTS.map((verdict) => verdict.toUpperCase())),
  evidence_id: is.text(),
  reasoning: is.text(),
  evaluated_at: is.time(),
  duration_ms: is.number('The time from request to verdict; the evidence is written after it'),
  escalation_id: is.optional(is.text('Present when the verdict is ESCALATE')),
  approval_id: is.optional(
    is.text('The approval that a human has to give; present when the verdict is ESCALATE'),
  ),
  block_reason: is.optional(is.text('Present when the verdict is BLOCK')),
  remedies: Remedies,
  basis: BasisOfVerdict,
  held_for: is.optional(HeldForName),
  would_be: is.optional(
    described('Present if tools, targets and mandates are only observed: the verdict that they would give', {
      verdict: is.oneOf(VERDICTS.map((verdict) => verdict.toUpperCase())),
      reasoning: is.text(),
      held_for: is.optional(HeldForName),
    }),
  ),
});

export const governanceB: Noun<EvaluateDeps> = (app, services) => {
  const url = '/governance/evaluate';
  evaluationRoutes(app, services, { surface: 'b', url, item: EvaluateBodyB, result: EvaluationB, toApi });
};

function toApi({
  verdict,
  evidenceId,
  explanation,
  evaluatedAt,
  durationMs,
  escalationId,
  remedies,
  basis,
  heldFor,
  wouldBe,
}: RecordedEvaluation) {
  return {
    verdict: verdict.toUpperCase(),
    evidence_id: evidenceId,
    reasoning: explanation,
    evaluated_at: new Date(evaluatedAt).toISOString(),
    duration_ms: durationMs,
    remedies,
    basis,
    held_for: heldFor,
    escalation_id: escalationId,
    approval_id: escalationId && approvalIdOf(escalationId),
    block_reason: verdict === 'block' ? explanation : undefined,
    would_be: wouldBe && {
      verdict: wouldBe.verdict.toUpperCase(),
      reasoning: wouldBe.explanation,
      held_for: wouldBe.heldFor,
    },
  };
}
