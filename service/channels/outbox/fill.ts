/**
 * Turns the events of approvals into messages, once each: an opened approval into a message for each recipient, and an
 * end or a use into another turn of the messages that show it. The place in the events moves in the same transaction.
 */
import { type JsonObject, parseJson } from '@assize/evidence-format';
import type { Insertable } from 'kysely';
import { type ApprovalRow, approvalRows, askedOf } from '../../approvals/index.ts';
import type { Database } from '../../database/open.ts';
import type { ChannelMessagesTable } from '../../database/tables/channel.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { IdSource } from '../../foundation/ids.ts';
import { channelsIn } from '../settings/index.ts';
import { Lately } from './lately.ts';
import { type Told, tellingsOf } from './tellings.ts';

export interface FillDeps {
  db: Database;
  clock: Clock;
  ids: IdSource;
}

const CHAINS_AT_ONCE = 50;
const EVENTS_AT_ONCE = 200;
/** Below the limit of either database for one statement. */
const ROWS_AT_ONCE = 500;

/** @param failed hears what went wrong in one chain, which does not hold up others. @returns whether there may be more. */
export async function fill(deps: FillDeps, failed: (error: unknown) => void): Promise<boolean> {
  const behind = await deps.db
    .selectFrom('channel_heads')
    .innerJoin('event_heads', 'event_heads.chain', 'channel_heads.chain')
    .select('channel_heads.chain')
    .whereRef('event_heads.size', '>', 'channel_heads.position')
    .limit(CHAINS_AT_ONCE)
    .execute();
  let more = behind.length === CHAINS_AT_ONCE;
  for (const { chain } of behind) {
    try {
      if (await fillFrom(deps, chain)) more = true;
    } catch (error) {
      failed(error);
    }
  }
  return more;
}

interface Event {
  position: number;
  type: string;
  approvalId: string;
}

async function fillFrom(deps: FillDeps, chain: number): Promise<boolean> {
  const { db } = deps;
  const head = await headOf(db, chain);
  if (head === undefined) return false;
  const rows = await db
    .selectFrom('events')
    .select(['position', 'type', 'data'])
    .where('chain', '=', chain)
    .where('position', '>=', head)
    .where('position', '<', head + EVENTS_AT_ONCE)
    .orderBy('position')
    .execute();
  const last = rows.at(-1)?.position;
  if (last == null) return false;
  const events = rows.flatMap(({ position, type, data }) => {
    const { approval_id } = type.startsWith('approval.') ? (parseJson(data) as JsonObject) : {};
    return typeof approval_id === 'string'
      ? [{ position: position ?? 0, type, approvalId: approval_id }]
      : [];
  });
  // What is read before the transaction does not change: routes are fixed, and people are those of this moment.
  const messages = await messagesFor(deps, chain, events);
  const ended = events.filter(({ type }) => type !== 'approval.created').map(({ approvalId }) => approvalId);
  await db.transaction().execute(async (tx) => {
    const moved = await tx
      .updateTable('channel_heads')
      .set({ position: last + 1 })
      .where('chain', '=', chain)
      .where('position', '=', head)
      .executeTakeFirst();
    if (moved.numUpdatedRows !== 1n) return;
    for (let from = 0; from < messages.length; from += ROWS_AT_ONCE) {
      await tx
        .insertInto('channel_messages')
        .values(messages.slice(from, from + ROWS_AT_ONCE))
        .execute();
    }
    if (ended.length > 0) await showAnew(tx, chain, ended, deps.clock.now());
  });
  return rows.length === EVENTS_AT_ONCE;
}

async function headOf(db: Database, chain: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('channel_heads')
    .select('position')
    .where('chain', '=', chain)
    .executeTakeFirst();
  return row?.position;
}

async function messagesFor(
  deps: FillDeps,
  chain: number,
  events: readonly Event[],
): Promise<Insertable<ChannelMessagesTable>[]> {
  const opened = events.filter(({ type }) => type === 'approval.created').map(({ approvalId }) => approvalId);
  if (opened.length === 0) return [];
  const channels = await channelsIn(deps.db, chain).where('disabled_at', 'is', null).execute();
  if (channels.length === 0) return [];
  const approvals = await approvalRows(deps.db, chain, opened);
  const messages: Insertable<ChannelMessagesTable>[] = [];
  const now = deps.clock.now();
  const lately = new Lately(deps.db, chain, now);
  for (const approval of approvals) {
    const wanted = askedOf(approval)?.channels;
    const named = channels.filter(({ channel_id }) => wanted === undefined || wanted.includes(channel_id));
    const told = await tellingsOf({ db: deps.db, now, lately }, approval, named);
    messages.push(...told.map((telling) => messageOf(deps, approval, telling)));
  }
  return messages;
}

function messageOf(
  { ids, clock }: FillDeps,
  { chain, approval_id }: ApprovalRow,
  { channelId, recipient, reason, at }: Told,
): Insertable<ChannelMessagesTable> {
  const now = clock.now();
  return {
    chain,
    message_id: ids.ordered('msg', now),
    channel_id: channelId,
    approval_id,
    reason,
    recipient,
    status: 'pending',
    wanted: 1,
    next_at: at,
    created_at: now,
  };
}

/** Makes the messages of these approvals due, to show what became of them. */
async function showAnew(
  tx: Database,
  chain: number,
  approvalIds: readonly string[],
  now: number,
): Promise<void> {
  await tx
    .updateTable('channel_messages')
    .set(({ eb }) => ({
      wanted: eb('wanted', '+', 1),
      status: 'pending',
      next_at: now,
      tries: 0,
    }))
    .where('chain', '=', chain)
    .where('approval_id', 'in', approvalIds)
    .where('status', 'in', ['pending', 'delivered'])
    .execute();
}
