/** Lists the pending approvals that a caller may decide now. The caller's right is compared row by row, not in SQL. */
import { type Cursors, openCursor, signCursor } from '../../database/signed-cursor.ts';
import { PAGE_BYTES } from '../../evidence/reading/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { type ApprovalRow, approvalsOf, decisionsOn, readApprovals } from '../approval.ts';
import { type StandingDeps, standingsOf, type Viewer, whyNone, whyNot } from '../asked/index.ts';
import {
  type ApprovalFilter,
  type ApprovalPage,
  isListed,
  kindOf,
  type List,
  listOf,
  placeOf,
} from './list.ts';

/** The number of approvals that are compared together. */
const ROWS_AT_ONCE = 500;

/**
 * @param limit of the page, which is shorter where the requests are large.
 * @throws {Failure} `invalid` for a filter that asks for resolved approvals, and for a cursor of another list.
 */
export async function listAsked(
  deps: StandingDeps & Cursors,
  viewer: Viewer,
  filter: ApprovalFilter,
  limit: number,
  cursor?: string,
): Promise<ApprovalPage> {
  requirePending(filter);
  const { chain, party } = viewer;
  const { db } = deps;
  const list = listOf(filter);
  const plain = kindOf(chain, list);
  const kind: typeof plain = { ...plain, bind: (place) => [...plain.bind(place), 'asked', party] };
  const after = cursor === undefined ? null : await openCursor(deps, kind, cursor);
  const all = await pendingOfCaller(deps, viewer, list);
  const inOrder = list.order === 'asc' ? all : all.reverse();
  const rest = inOrder.slice(
    after === null ? 0 : inOrder.findIndex((row) => isBehind(row, after, list.order)),
  );
  const isOver = after !== null && !inOrder.some((row) => isBehind(row, after, list.order));
  const ids = (isOver ? [] : rest).slice(0, limit).map(({ approval_id }) => approval_id);
  const found =
    ids.length === 0 ? [] : await approvalsOf(db, chain).where('approval_id', 'in', ids).execute();
  const rows = found.sort((one, other) => ids.indexOf(one.approval_id) - ids.indexOf(other.approval_id));
  const items = await readApprovals(db, chain, rows, PAGE_BYTES);
  const last = !isOver && rest.length > items.length ? items.at(-1) : undefined;
  const nextCursor = last === undefined ? null : await signCursor(deps, kind, placeOf(last, list));
  return { items, nextCursor, total: all.length };
}

/** Only a pending approval can be decided. */
function requirePending({ status = 'pending', resolvedFrom, resolvedTo }: ApprovalFilter): void {
  if (status === 'pending' && resolvedFrom === undefined && resolvedTo === undefined) return;
  const message = 'Input should be left out for resolved approvals: only pending ones can be decided';
  throw Failure.invalid([{ field: ['asked'], message, type: 'value_error' }]);
}

type Pending = Pick<
  ApprovalRow,
  | 'approval_id'
  | 'requested_by'
  | 'user_id'
  | 'route'
  | 'required_approvals'
  | 'governs'
  | 'status'
  | 'expires_at'
  | 'created_at'
>;

type Place = Parameters<ReturnType<typeof kindOf>['write']>[0];

function isBehind(
  { created_at, approval_id }: Pending,
  { at, approvalId }: Place,
  order: 'asc' | 'desc',
): boolean {
  const isLater = created_at === at ? approval_id > approvalId : created_at > at;
  const isSame = created_at === at && approval_id === approvalId;
  return order === 'asc' ? isLater : !isLater && !isSame;
}

/** Oldest first. */
async function pendingOfCaller(deps: StandingDeps, viewer: Viewer, list: List): Promise<Pending[]> {
  if (whyNone(viewer) !== null) return [];
  const mine: Pending[] = [];
  let last: Pending | undefined;
  do {
    const rows = await pendingAfter(deps, viewer.chain, list, last);
    const decisions = await decisionsOn(deps.db, viewer.chain, rows);
    const standings = await standingsOf(deps, viewer, rows, decisions);
    mine.push(...rows.filter((row) => whyNot(row, standings.of(row), standings) === null));
    last = rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1);
  } while (last !== undefined);
  return mine;
}

function pendingAfter(
  { db }: StandingDeps,
  chain: number,
  list: List,
  last: Pending | undefined,
): Promise<Pending[]> {
  const at = last?.created_at ?? 0;
  return db
    .selectFrom('approvals')
    .select(['approval_id', 'requested_by', 'user_id', 'route', 'required_approvals', 'status'])
    .select(['expires_at', 'created_at', 'governs'])
    .where('chain', '=', chain)
    .where(isListed({ ...list, from: at }))
    .where((row) => row.or([row('created_at', '>', at), row('approval_id', '>', last?.approval_id ?? '')]))
    .orderBy('created_at')
    .orderBy('approval_id')
    .limit(ROWS_AT_ONCE)
    .execute();
}
