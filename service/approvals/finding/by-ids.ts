/** Looks up what is known of approvals by their ids: the records that asked and used them, and when they were approved. */
import type { Database } from '../../database/open.ts';
import { byIndex } from '../../database/sqlite/by-index.ts';
import { type ApprovalRow, findRow } from '../approval.ts';

/** @property correction null where the request was not corrected. */
export interface AskingRecords {
  opening: string;
  correction: string | null;
}

/**
 * Finds the evaluations that opened approvals, and the corrections of them, by approval; unknown ids are left out.
 * @param ids at most a page of them.
 */
export async function recordsThatAsked(
  db: Database,
  chain: number,
  ids: readonly string[],
): Promise<Map<string, AskingRecords>> {
  const rows = await rowsOf(db, chain, ids);
  return new Map(
    rows.map(({ approval_id, evidence_id: opening, corrected_evidence_id: correction }) => {
      return [approval_id, { opening, correction }];
    }),
  );
}

/**
 * Finds the evaluations that used approvals up, by approval: null for an unused one.
 * @param ids at most a page of them.
 */
export async function evaluationsThatUsed(
  db: Database,
  chain: number,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await rowsOf(db, chain, ids);
  return new Map(rows.map((row) => [row.approval_id, row.status === 'consumed' ? row.consumed_by : null]));
}

/**
 * Returns when a human approved each of these approvals, leaving out those that were not approved.
 * @param ids at most a page of them.
 */
export async function approvedAmong(
  db: Database,
  chain: number,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await rowsOf(db, chain, ids);
  const approved = rows.filter(({ status }) => status === 'approved' || status === 'consumed');
  return new Map(approved.map((row) => [row.approval_id, row.resolved_at ?? row.created_at]));
}

/**
 * Finds the approval that an evaluation opened, or the one that it named and used, or waited for.
 * @param named the approval that the request names: believed only where the approval's own records say the same.
 */
export async function approvalOfEvaluation(
  db: Database,
  chain: number,
  evaluationId: string,
  named: string | null,
): Promise<ApprovalRow | null> {
  const opened = await db
    .selectFrom(byIndex(db, 'approvals', 'approvals_by_evidence'))
    .selectAll()
    .where('chain', '=', chain)
    .where('evidence_id', '=', evaluationId)
    .executeTakeFirst();
  if (opened !== undefined) return opened;
  const row = named === null ? undefined : await findRow(db, chain, named);
  if (row === undefined || row.consumed_by === evaluationId) return row ?? null;
  const repeat = await db
    .selectFrom('approval_repeats')
    .select('approval_id')
    .where('chain', '=', chain)
    .where('evidence_id', '=', evaluationId)
    .executeTakeFirst();
  return repeat?.approval_id === row.approval_id ? row : null;
}

async function rowsOf(db: Database, chain: number, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('approvals')
    .select(['approval_id', 'evidence_id', 'corrected_evidence_id'])
    .select(['status', 'created_at', 'resolved_at', 'consumed_by'])
    .where('chain', '=', chain)
    .where('approval_id', 'in', ids)
    .execute();
}
