/** The approvals of a chain in one state, those that have waited longest first, page by page. */

import type { ExpressionBuilder } from 'kysely';
import type { Database } from '../database/open.ts';
import type { Tables } from '../database/tables.ts';
import { type CursorKind, type Cursors, openCursor, signCursor } from '../evidence/index.ts';
import { type Approval, type ApprovalStatus, approvalsOf, readApprovals } from './approval.ts';

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
  const found = await readPage(db, chain, filter, after, limit + 1);
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  const nextCursor = last === undefined ? null : await signCursor(cursors, kind, placeOf(last));
  return { items, nextCursor, total: await countAll(db, chain, filter) };
}

const AT_ONCE = 128;

async function readPage(
  db: Database,
  chain: number,
  { status, agentId }: ApprovalFilter,
  after: Place | null,
  most: number,
): Promise<Approval[]> {
  const found: Approval[] = [];
  for (let place = after; found.length < most; ) {
    const limit = Math.min(AT_ONCE, most - found.length);
    let next = approvalsOf(db, chain).where('status', '=', status);
    if (agentId !== undefined) next = next.where('agent_id', '=', agentId);
    if (place !== null) next = next.where(isBehind(place));
    const some = await readApprovals(
      db,
      chain,
      next.orderBy('created_at').orderBy('approval_id').limit(limit),
    );
    found.push(...some);
    const last = some.at(-1);
    if (last === undefined || some.length < limit) break;
    place = placeOf(last);
  }
  return found;
}

/** The first condition is what the index is entered by. */
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
    // Always so. Without a word on the time SQLite takes the whole chain for fewer rows than one state of it.
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
