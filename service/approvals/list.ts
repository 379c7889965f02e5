/** The approvals of a chain in one state, those that have waited longest first, page by page. */

import type { Database } from '../database/open.ts';
import { type CursorKind, type Cursors, openCursor, signCursor } from '../evidence/index.ts';
import { type Approval, type ApprovalStatus, withContents } from './approval.ts';

export interface ApprovalFilter {
  status: ApprovalStatus;
  agentId?: string;
}

export interface ApprovalPage {
  items: Approval[];
  /** null on the last page. */
  nextCursor: string | null;
  /** Of all pages. */
  total: number;
}

/** @throws {Failure} `invalid` for a cursor of another list. */
export async function listApprovals(
  cursors: Cursors,
  chain: number,
  filter: ApprovalFilter,
  limit: number,
  cursor?: string,
): Promise<ApprovalPage> {
  const { db } = cursors;
  const kind = kindOf(chain, filter);
  const after = cursor === undefined ? null : await openCursor(cursors, kind, cursor);
  let page = matching(db, chain, filter).selectAll();
  if (after !== null) {
    // The first condition is what the index is entered by.
    page = page
      .where('created_at', '>=', after.createdAt)
      .where((row) =>
        row.or([row('created_at', '>', after.createdAt), row('approval_id', '>', after.approvalId)]),
      );
  }
  const rows = await page
    .orderBy('created_at')
    .orderBy('approval_id')
    .limit(limit + 1)
    .execute();
  const { total } = await matching(db, chain, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const nextCursor =
    last === undefined
      ? null
      : await signCursor(cursors, kind, { createdAt: last.created_at, approvalId: last.approval_id });
  return { items: await withContents(db, chain, shown), nextCursor, total: Number(total) };
}

function matching(db: Database, chain: number, { status, agentId }: ApprovalFilter) {
  const inState = db.selectFrom('approvals').where('chain', '=', chain).where('status', '=', status);
  return agentId === undefined ? inState : inState.where('agent_id', '=', agentId);
}

interface Place {
  createdAt: number;
  approvalId: string;
}

const TIME_BYTES = 8;
const ID_BYTES = 12;
const PREFIX = 'apr_';

function kindOf(chain: number, { status, agentId }: ApprovalFilter): CursorKind<Place> {
  return {
    secret: 'approval cursors',
    placeBytes: TIME_BYTES + ID_BYTES,
    write({ createdAt, approvalId }) {
      const place = Buffer.alloc(TIME_BYTES + ID_BYTES);
      place.writeBigInt64BE(BigInt(createdAt));
      place.write(approvalId.slice(PREFIX.length), TIME_BYTES, 'hex');
      return place;
    },
    read(bytes) {
      const createdAt = Number(bytes.readBigInt64BE());
      if (!Number.isSafeInteger(createdAt)) return null;
      return { createdAt, approvalId: PREFIX + bytes.toString('hex', TIME_BYTES) };
    },
    bind: ({ createdAt, approvalId }) => [chain, createdAt, approvalId, status, agentId ?? null],
  };
}
