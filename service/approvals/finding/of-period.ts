/**
 * Reads the escalations of a period: their number by status, from the index alone, and the newest that were answered.
 */

import type { Database } from '../../database/open.ts';
import type { ApprovalStatus } from '../../database/tables/approval.ts';
import type { Period } from '../../evidence/search/index.ts';
import { type ApprovalRow, type Decision, decisionsOn } from '../approval.ts';

/** The statuses after a human's answer; an approval that was used had been approved. */
const ANSWERED = ['approved', 'consumed', 'rejected'] as const satisfies ApprovalStatus[];

export interface AnsweredApproval {
  approvalId: string;
  /** ms since the epoch. */
  openedAt: number;
  answeredAt: number;
  /** The artifact of the answer. */
  evidenceId: string | null;
  /** The key that asked; null where that was not recorded. */
  requestedBy: string | null;
  decisions: Decision[];
}

/** The approvals opened in the period, by their present status. */
export interface Escalations {
  answered: number;
  /** Not answered in time. */
  expired: number;
  pending: number;
  /** The artifacts that record the newest expiries. */
  expiredEvidence: string[];
  /** Newest first, at most the number asked for. */
  newestAnswered: AnsweredApproval[];
}

export async function escalationsOf(
  db: Database,
  chain: number,
  period: Period,
  most: number,
): Promise<Escalations> {
  const counts = await db
    .selectFrom('approvals')
    .select(['status', ({ fn }) => fn.countAll<number | string>().as('approvals')])
    .where('chain', '=', chain)
    .where('status', 'in', [...ANSWERED, 'expired', 'pending'])
    .where('created_at', '>=', period.from)
    .where('created_at', '<', period.to)
    .groupBy('status')
    .execute();
  const counted = (wanted: readonly ApprovalStatus[]) =>
    counts
      .filter(({ status }) => wanted.includes(status))
      .reduce((sum, { approvals }) => sum + Number(approvals), 0);
  const answered = await Promise.all(ANSWERED.map((status) => newestOf(db, chain, period, status, most)));
  const rows = newestFirst(answered.flat()).slice(0, most);
  const decisions = await decisionsOn(db, chain, rows);
  const expired = await newestOf(db, chain, period, 'expired', most);
  return {
    answered: counted(ANSWERED),
    expired: counted(['expired']),
    pending: counted(['pending']),
    expiredEvidence: expired.flatMap(({ resolution_evidence_id: id }) => (id === null ? [] : [id])),
    newestAnswered: rows.map((row) => ({
      approvalId: row.approval_id,
      openedAt: row.created_at,
      answeredAt: row.resolved_at ?? row.created_at,
      evidenceId: row.resolution_evidence_id,
      requestedBy: row.requested_by,
      decisions: decisions.get(row.approval_id) ?? [],
    })),
  };
}

function newestOf(
  db: Database,
  chain: number,
  { from, to }: Period,
  status: ApprovalStatus,
  most: number,
): Promise<ApprovalRow[]> {
  return db
    .selectFrom('approvals')
    .selectAll()
    .where('chain', '=', chain)
    .where('status', '=', status)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .orderBy('created_at', 'desc')
    .orderBy('approval_id', 'desc')
    .limit(most)
    .execute();
}

function newestFirst(rows: ApprovalRow[]): ApprovalRow[] {
  return rows.sort((one, other) =>
    one.created_at === other.created_at
      ? one.approval_id < other.approval_id
        ? 1
        : -1
      : other.created_at - one.created_at,
  );
}
