/**
 * Reads the recorded evaluations of a period, the newest first, in pages and in turns. It reads a limited number, so
 * that the work and the memory stay bounded however much evidence there is.
 */

import { approvedAmong } from '../approvals/finding/index.ts';
import { approvalIdOf } from '../approvals/index.ts';
import type { Database } from '../database/open.ts';
import { VERDICTS, type Verdict } from '../evaluation/index.ts';
import type { EvaluationRequest } from '../evaluation/question/index.ts';
import type { EvaluationRecord } from '../evaluation/record/index.ts';
import { artifactsAt } from '../evidence/reading/index.ts';
import { type Period, spansWith } from '../evidence/search/index.ts';
import { countWork, nextTurn } from '../foundation/turns.ts';

export interface RecordedAct {
  evidenceId: string;
  /** ms since the epoch. */
  at: number;
  verdict: Verdict;
  action: string;
  /** null where the payload was redacted, or its retention has ended. */
  record: EvaluationRecord | null;
  /** When a human approved it; null where it was not approved. */
  approvedAt: number | null;
}

export interface ReadPart extends Period {
  /** How many evaluations were read. */
  evaluations: number;
  /** The number of evaluations that no longer have a payload. */
  skipped: number;
  /** True where the period has more evaluations than were read; then only the newest were read. */
  isCut: boolean;
}

export const MAX_EVALUATIONS = 50_000;
export const MAX_DAYS = 92;
export const DEFAULT_DAYS = 14;

/** Payloads read at once. */
const PAGE = 256;
/** The approximate cost of reading one record, in units of work. */
const WORK_OF_A_RECORD = 3000;

/** @param most the limit, for tests. */
export async function readEvaluations(
  db: Database,
  chain: number,
  period: Period,
  take: (act: RecordedAct) => void,
  most = MAX_EVALUATIONS,
): Promise<ReadPart> {
  const read: ReadPart = { ...period, evaluations: 0, skipped: 0, isCut: false };
  const spans = await spansWith(db, chain, { ...period, artifactType: 'governance_eval' });
  for (const { start, end } of spans.toReversed()) {
    for (let before = end; before > start; ) {
      const positions = await positionsBefore(db, chain, period, start, before);
      if (positions.length === 0) break;
      const left = positions.slice(0, most - read.evaluations);
      for (const act of await actsAt(db, chain, left)) {
        read.evaluations += 1;
        if (act.record === null) read.skipped += 1;
        take(act);
      }
      if (left.length < positions.length) return { ...read, isCut: true };
      before = positions.at(-1) ?? start;
      countWork(left.length * WORK_OF_A_RECORD);
      await nextTurn(chain);
    }
  }
  return read;
}

async function positionsBefore(
  db: Database,
  chain: number,
  { from, to }: Period,
  start: number,
  before: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('artifacts')
    .select('position')
    .where('chain', '=', chain)
    .where('position', '>=', start)
    .where('position', '<', before)
    .where('artifact_type', '=', 'governance_eval')
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .orderBy('position', 'desc')
    .limit(PAGE)
    .execute();
  return rows.map(({ position }) => position);
}

async function actsAt(db: Database, chain: number, positions: readonly number[]): Promise<RecordedAct[]> {
  const found = await artifactsAt(db, chain, positions);
  const opened = found.flatMap(
    ({ payload }) => approvalOpenedBy(payload as unknown as EvaluationRecord) ?? [],
  );
  const approved = await approvedAmong(db, chain, opened);
  return found.flatMap(({ id, createdAt, verdict, action, payload }) => {
    const known = VERDICTS.find((one) => one === verdict);
    if (known === undefined) return [];
    const record = payload as unknown as EvaluationRecord | null;
    const approval = approvalOpenedBy(record);
    const approvedAt = approval === null ? null : (approved.get(approval) ?? null);
    return [{ evidenceId: id, at: createdAt, verdict: known, action: action ?? '', record, approvedAt }];
  });
}

/** An evaluation that only waits for an approval does not count again. */
function approvalOpenedBy(record: EvaluationRecord | null): string | null {
  if (record?.approval === undefined || record.escalation_id === undefined) return null;
  return approvalIdOf(record.escalation_id);
}

export function requestOf({ request }: EvaluationRecord): EvaluationRequest {
  return request as unknown as EvaluationRequest;
}
