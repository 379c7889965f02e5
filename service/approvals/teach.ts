/**
 * Lets a human's decision teach the service about the targets of an action: an approval makes them known for its
 * agent, a rejection forgets them. The targets are those that the evaluation recorded.
 */
import type { Database } from '../database/open.ts';
import { findArtifacts } from '../evidence/reading/index.ts';
import type { FillRandom, IdSource } from '../foundation/ids.ts';
import { reachesIn } from '../targets/index.ts';
import { forget, type Lesson, remember, type Taught, targetHashes } from '../targets/known/index.ts';
import type { ApprovalRow, Decision } from './approval.ts';

export interface TeachDeps {
  db: Database;
  ids: IdSource;
  fillRandom: FillRandom;
}

const NOTHING: Taught = { statements: [], record: {} };

/**
 * @param days how long an approval makes targets known.
 * @param evidenceId the artifact of the decision.
 */
export async function taughtBy(
  deps: TeachDeps,
  approval: ApprovalRow,
  { decision, decided_at: at }: Pick<Decision, 'decision' | 'decided_at'>,
  evidenceId: string,
  days: number,
): Promise<Taught> {
  const { chain, agent_id: agentId, approval_id: approvalId, evidence_id } = approval;
  if (agentId === null) return NOTHING;
  const evaluation = (await findArtifacts(deps.db, chain, [evidence_id])).get(evidence_id);
  const reaches = reachesIn(evaluation?.payload ?? null);
  if (reaches.length === 0) return NOTHING;
  const memory = { ...deps, hashes: await targetHashes(deps.db, deps.fillRandom) };
  const lesson: Lesson = { chain, agentId, reaches, approvalId, evidenceId, at };
  return decision === 'approved' ? remember(memory, lesson, days) : forget(memory, lesson);
}
