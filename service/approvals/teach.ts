/**
 * Lets a human's decision teach the service about the targets of an action: an approval makes them known for its
 * agent, a rejection forgets them. The targets are those that the evaluation recorded, or a human corrected.
 */
import type { Database } from '../database/open.ts';
import { findArtifacts } from '../evidence/reading/index.ts';
import type { FillRandom, IdSource } from '../foundation/ids.ts';
import { reachesIn } from '../targets/index.ts';
import { forget, type Lesson, remember, type Taught, targetHashes } from '../targets/known/index.ts';
import type { ApprovalRow, Decision } from './approval.ts';
import { type Correction, correctionsBy } from './corrections/index.ts';

export interface TeachDeps {
  db: Database;
  ids: IdSource;
  fillRandom: FillRandom;
}

const NOTHING: Taught = { statements: [], record: {} };

export interface Teaching {
  decision: Pick<Decision, 'decision' | 'decided_at'>;
  /** The correction that the decision brings, if it brings one. */
  correction: Pick<Correction, 'reaches'> | undefined;
  /** The artifact of the decision. */
  evidenceId: string;
}

/** @param days how long an approval makes targets known. */
export async function taughtBy(
  deps: TeachDeps,
  approval: ApprovalRow,
  teaching: Teaching,
  days: number,
): Promise<Taught> {
  const { decision, decided_at: at } = teaching.decision;
  const { chain, agent_id: agentId, approval_id: approvalId } = approval;
  if (agentId === null) return NOTHING;
  const reaches = await reachesTaught(deps.db, approval, teaching);
  if (reaches.length === 0) return NOTHING;
  const memory = { ...deps, hashes: await targetHashes(deps.db, deps.fillRandom) };
  const lesson: Lesson = { chain, agentId, reaches, approvalId, evidenceId: teaching.evidenceId, at };
  return decision === 'approved' ? remember(memory, lesson, days) : forget(memory, lesson);
}

/** An approval is about the corrected targets, a rejection about those that the agent asked for. */
async function reachesTaught(
  db: Database,
  { chain, evidence_id, corrected_evidence_id: corrected }: ApprovalRow,
  { decision: { decision }, correction }: Teaching,
): Promise<Lesson['reaches']> {
  if (decision === 'approved' && correction !== undefined) return reachesOf(correction);
  if (decision === 'approved' && corrected !== null) {
    const earlier = (await correctionsBy(db, chain, [corrected])).get(corrected);
    return earlier === undefined ? [] : reachesOf(earlier);
  }
  const evaluation = (await findArtifacts(db, chain, [evidence_id])).get(evidence_id);
  return reachesIn(evaluation?.payload ?? null);
}

function reachesOf({ reaches }: Pick<Correction, 'reaches'>): Lesson['reaches'] {
  return reaches as unknown as Lesson['reaches'];
}
