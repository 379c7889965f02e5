/** Lists the approvals of a chain in one state, page by page, the longest wait first. */

import type { ExpressionBuilder } from 'kysely';
import type { Database } from '../database/open.ts';
import type { Tables } from '../database/tables/index.ts';
import {
  type CursorKind,
  type Cursors,
  openCursor,
  PAGE_BYTES,
  type Page,
  signCursor,
} from '../evidence/index.ts';
import {
  type Approval,
  type ApprovalStatus,
  approvalsOf,
  type FoundApproval,
  readApprovals,
} from './approval.ts';

export interface ApprovalFilter {
  status: ApprovalStatus;
  agentId?: string;
}

export interface ApprovalPage extends Page<Approval> {
  /** Of all pages. */
  total: number;
}

/**
 * @param limit of the page, which is shorter where the requests are large.
 * @throws {Failure} `invalid` for a cursor of another list.
 */
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
  const rows = await readPage(db, chain, filter, after, limit + 1);
  const items = await readApprovals(db, chain, rows.slice(0, limit), PAGE_BYTES);
  const last = rows.length > items.length ? items.at(-1) : undefined;
  const nextCursor = last === undefined ? null : await signCursor(cursors, kind, placeOf(last));
  return { items, nextCursor, total: await countAll(db, chain, filter) };
}

function readPage(
  db: Database,
  chain: number,
  { status, agentId }: ApprovalFilter,
  after: Place | null,
  most: number,
): Promise<FoundApproval[]> {
  let page = approvalsOf(db, chain).where('status', '=', status);
  if (agentId !== undefined) page = page.where('agent_id', '=', agentId);
  if (after !== null) page = page.where(isBehind(after));
  return page.orderBy('created_at').orderBy('approval_id').limit(most).execute();
}

/** The first condition lets the query use the index. */
function isBehind({ createdAt, approvalId }: Place) {
  return (row: ExpressionBuilder<Tables, 'approvals'>) =>
    row.and([
      row('created_at', '>=', createdAt),
      row.or([row('created_at', '>', createdAt), row('approval_id', '>', approvalId)]),
    ]);
}

async function countAll(db: Database, chain: number, { status, agentId }: ApprovalFilter): Promise<number> {
  let all = db
    .selectFrom('approvals')
    .where('chain', '=', chain)
    .where('status', '=', status)
    // Always true. Without a condition on the time SQLite chooses the index of the whole chain, which has more rows.
    .where('created_at', '>=', 0);
  if (agentId !== undefined) all = all.where('agent_id', '=', agentId);
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return Number(total);
}

interface Place {
  createdAt: number;
  approvalId: string;
}

function placeOf({ created_at, approval_id }: Approval): Place {
  return { createdAt: created_at, approvalId: approval_id };
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
