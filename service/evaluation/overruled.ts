/**
 * Whether a remembered `proceed` may still be repeated. What stops an agent by now stops its repetitions too: a halt,
 * and, in `verified` mode, a refusal of a graver claim since. Nothing else that has changed meanwhile does: the answer
 * was given, and what it used (a budget, an approval) it has used itself.
 */
import type { Database } from '../database/open.ts';
import { compareRisk } from '../governance/settings/index.ts';
import type { Principal } from '../keys/index.ts';
import type { RecordedEvaluation } from './evaluate.ts';
import type { Gathered } from './gather.ts';
import { pose } from './question.ts';
import { claimsRefusedSince } from './refused-claims.ts';
import type { EvaluationRequest } from './request.ts';

/** @param gathered what is known now. */
export async function isOverruled(
  { db }: { db: Database },
  { chain }: Principal,
  request: EvaluationRequest,
  { facts, active }: Gathered,
  remembered: RecordedEvaluation,
): Promise<boolean> {
  if (remembered.verdict !== 'proceed') return false;
  if (facts.halt !== null) return true;
  const { settings } = active.settings.laws;
  const { agent_id: agentId, action, context } = request;
  if (settings.attestation !== 'verified' || agentId === undefined || facts.refused_claims.length === 0) {
    return false;
  }
  // A human has seen the story that this rested on, so no other one that was refused is held against it.
  if (context.has_approval === true && context.approval_id !== undefined) return false;
  const { risk, irreversible } = pose(request, facts, settings);
  const refused = await claimsRefusedSince(db, { chain, agentId, action, at: remembered.evaluatedAt });
  return refused.some(
    (claim) => compareRisk(risk, claim.risk_level) < 0 || (claim.is_irreversible && !irreversible),
  );
}
