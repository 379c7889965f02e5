/**
 * Lists the approvals of a chain page by page: those in one state, in the order in which they were opened, or all that
 * were resolved, in the order of their resolution.
 */

import type { ExpressionBuilder } from 'kysely';
import type { Database } from '../../database/open.ts';
import {
  type CursorKind,
  type Cursors,
  openCursor,
  type Page,
  signCursor,
} from '../../database/signed-cursor.ts';
import type { Tables } from '../../database/tables/index.ts';
import { PAGE_BYTES } from '../../evidence/reading/index.ts';
import { requireOrder } from '../../evidence/search/index.ts';
import {
  APPROVAL_STATUSES,
  type Approval,
  type ApprovalStatus,
  approvalsOf,
  type FoundApproval,
  readApprovals,
} from '../approval.ts';

/** `resolved`: in any state but pending. */
export const LISTED_STATUSES = [...APPROVAL_STATUSES, 'resolved'] as const;
export const ORDERS = ['asc', 'desc'] as const;

export interface ApprovalFilter {
  /** By default pending, or resolved where a time of resolution is given. */
  status?: ApprovalStatus | 'resolved';
  agentId?: string;
  action?: string;
  bundle?: string;
  /** ms since the epoch, inclusive. */
  resolvedFrom?: number;
  /** ms since the epoch, exclusive. */
  resolvedTo?: number;
  /** By default the oldest first, or the newest first where the list is ordered by resolution. */
  order?: (typeof ORDERS)[number];
}

export interface ApprovalPage extends Page<Approval> {
  /** The number of approvals on all pages. */
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
  requireOrder(filter.resolvedFrom, filter.resolvedTo, ['resolved_to']);
  const list = listOf(filter);
  const kind = kindOf(chain, list);
  const after = cursor === undefined ? null : await openCursor(cursors, kind, cursor);
  const rows = await readPage(db, chain, list, after, limit + 1);
  const items = await readApprovals(db, chain, rows.slice(0, limit), PAGE_BYTES);
  const last = rows.length > items.length ? items.at(-1) : undefined;
  const nextCursor = last === undefined ? null : await signCursor(cursors, kind, placeOf(last, list));
  return { items, nextCursor, total: await countAll(db, chain, list) };
}

export interface List {
  status: ApprovalStatus | null;
  agentId: string | null;
  action: string | null;
  bundle: string | null;
  /** The column by which the list is ordered, and to which the period applies. */
  by: 'created_at' | 'resolved_at';
  from: number;
  to: number;
  order: (typeof ORDERS)[number];
}

export function listOf(filter: ApprovalFilter): List {
  const { status, agentId, action, bundle, resolvedFrom, resolvedTo, order } = filter;
  const isOfPeriod = resolvedFrom !== undefined || resolvedTo !== undefined;
  const isResolved = isOfPeriod || status === 'resolved';
  return {
    status: status === 'resolved' ? null : (status ?? (isOfPeriod ? null : 'pending')),
    agentId: agentId ?? null,
    action: action ?? null,
    bundle: bundle ?? null,
    by: isResolved ? 'resolved_at' : 'created_at',
    from: resolvedFrom ?? 0,
    to: resolvedTo ?? Number.MAX_SAFE_INTEGER,
    order: order ?? (isResolved ? 'desc' : 'asc'),
  };
}

/**
 * The condition on the time also makes SQLite use the index of the order; otherwise it would choose the one of the
 * whole chain.
 */
export function isListed({ status, agentId, action, bundle, by, from, to }: List) {
  return (row: ExpressionBuilder<Tables, 'approvals'>) =>
    row.and([
      row(by, '>=', from),
      row(by, '<', to),
      ...(status === null ? [] : [row('status', '=', status)]),
      ...(agentId === null ? [] : [row('agent_id', '=', agentId)]),
      ...(action === null ? [] : [row('action', '=', action)]),
      ...(bundle === null ? [] : [row('bundle', '=', bundle)]),
    ]);
}

function readPage(
  db: Database,
  chain: number,
  list: List,
  after: Place | null,
  most: number,
): Promise<FoundApproval[]> {
  let page = approvalsOf(db, chain).where(isListed(list));
  if (after !== null) page = page.where(isBehind(after, list));
  return page.orderBy(list.by, list.order).orderBy('approval_id', list.order).limit(most).execute();
}

/** The first condition lets the query use the index. */
function isBehind({ at, approvalId }: Place, { by, order }: List) {
  const behind = order === 'asc' ? '>' : '<';
  return (row: ExpressionBuilder<Tables, 'approvals'>) =>
    row.and([
      row(by, `${behind}=`, at),
      row.or([row(by, behind, at), row('approval_id', behind, approvalId)]),
    ]);
}

async function countAll(db: Database, chain: number, list: List): Promise<number> {
  const { total } = await db
    .selectFrom('approvals')
    .where('chain', '=', chain)
    .where(isListed(list))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

interface Place {
  /** The value of the column by which the list is ordered. */
  at: number;
  approvalId: string;
}

export function placeOf(approval: Approval, { by }: List): Place {
  return { at: approval[by] ?? 0, approvalId: approval.approval_id };
}

const TIME_BYTES = 8;
const ID_BYTES = 12;
const PREFIX = 'apr_';

export function kindOf(chain: number, list: List): CursorKind<Place> {
  const { status, agentId, action, bundle, by, from, to, order } = list;
  // Cursors of lists from before there were orders and periods are still valid.
  const isPlain = by === 'created_at' && order === 'asc' && action === null && bundle === null;
  const more = isPlain ? [] : [action, by, from, to, order, ...(bundle === null ? [] : [bundle])];
  return {
    secret: 'approval cursors',
    placeBytes: TIME_BYTES + ID_BYTES,
    write({ at, approvalId }) {
      const place = Buffer.alloc(TIME_BYTES + ID_BYTES);
      place.writeBigInt64BE(BigInt(at));
      place.write(approvalId.slice(PREFIX.length), TIME_BYTES, 'hex');
      return place;
    },
    read(bytes) {
      const at = Number(bytes.readBigInt64BE());
      if (!Number.isSafeInteger(at)) return null;
      return { at, approvalId: PREFIX + bytes.toString('hex', TIME_BYTES) };
    },
    bind: ({ at, approvalId }) => [chain, at, approvalId, status, agentId, ...more],
  };
}
