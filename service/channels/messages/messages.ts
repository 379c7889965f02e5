/** The messages of a channel with the attempts to send them, and sending one again. */
import type { Selectable } from 'kysely';
import type { Database } from '../../database/open.ts';
import {
  type CursorKind,
  type Cursors,
  openCursor,
  type Page,
  signCursor,
} from '../../database/signed-cursor.ts';
import type { ChannelAttemptsTable, ChannelMessagesTable } from '../../database/tables/channel.ts';
import type { Clock } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import { findChannel } from '../settings/index.ts';

export const MESSAGE_STATUSES = ['pending', 'delivered', 'failed', 'dropped'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

type AttemptRow = Selectable<ChannelAttemptsTable>;
export interface SentMessage extends Selectable<ChannelMessagesTable> {
  /** The last ones, oldest first. */
  tried: Omit<AttemptRow, 'chain' | 'message_id'>[];
}

interface Place {
  at: number;
  messageId: string;
}

/** Newest first. @throws {Failure} `not_found`; `invalid` for a cursor of another list. */
export async function listMessages(
  cursors: Cursors,
  chain: number,
  channelId: string,
  status: MessageStatus | null,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<Page<SentMessage>> {
  const { db } = cursors;
  await findChannel(db, chain, channelId);
  const kind = kindOf(chain, channelId, status);
  const after = cursor === undefined ? null : await openCursor(cursors, kind, cursor);
  let query = db
    .selectFrom('channel_messages')
    .selectAll()
    .where('chain', '=', chain)
    .where('channel_id', '=', channelId);
  if (status !== null) query = query.where('status', '=', status);
  if (after !== null) {
    query = query.where(({ eb, or, and }) =>
      or([
        eb('created_at', '<', after.at),
        and([eb('created_at', '=', after.at), eb('message_id', '<', after.messageId)]),
      ]),
    );
  }
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('message_id', 'desc')
    .limit(limit + 1)
    .execute();
  const items = await withAttempts(db, chain, rows.slice(0, limit));
  const last = rows.length > limit ? items.at(-1) : undefined;
  const place = last === undefined ? null : { at: last.created_at, messageId: last.message_id };
  return { items, nextCursor: place === null ? null : await signCursor(cursors, kind, place) };
}

/**
 * Sends a message again that was given up, or shows the present state in one that was sent.
 * @throws {Failure} `not_found`; `conflict` while it waits or its channel is disabled.
 */
export async function replayMessage(
  { db, clock }: { db: Database; clock: Clock },
  chain: number,
  channelId: string,
  messageId: string,
): Promise<SentMessage> {
  const channel = await findChannel(db, chain, channelId);
  if (channel.disabled_at !== null)
    throw Failure.conflict('channel_disabled', 'The channel is disabled. Enable it first.');
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('channel_messages')
      .set(({ eb }) => ({ status: 'pending', next_at: clock.now(), tries: 0, wanted: eb('wanted', '+', 1) }))
      .where('chain', '=', chain)
      .where('channel_id', '=', channelId)
      .where('message_id', '=', messageId)
      .where('status', '<>', 'pending')
      .executeTakeFirst();
    if (numUpdatedRows !== 1n && (await findRow(tx, chain, channelId, messageId)) !== undefined)
      throw Failure.conflict('message_waits', 'The message already waits to be sent.');
  });
  const row = await findRow(db, chain, channelId, messageId);
  const [message] = row === undefined ? [] : await withAttempts(db, chain, [row]);
  if (message === undefined) throw new Failure('not_found', 'There is no such message.');
  return message;
}

function findRow(db: Database, chain: number, channelId: string, messageId: string) {
  return db
    .selectFrom('channel_messages')
    .selectAll()
    .where('chain', '=', chain)
    .where('channel_id', '=', channelId)
    .where('message_id', '=', messageId)
    .executeTakeFirst();
}

const ATTEMPTS_SHOWN = 20;

async function withAttempts(
  db: Database,
  chain: number,
  rows: readonly Selectable<ChannelMessagesTable>[],
): Promise<SentMessage[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ message_id }) => message_id);
  const tried = await db
    .selectFrom('channel_attempts')
    .selectAll()
    .where('chain', '=', chain)
    .where('message_id', 'in', ids)
    .orderBy('attempt')
    .execute();
  const byMessage = Map.groupBy(tried, ({ message_id }) => message_id);
  return rows.map((row) => ({ ...row, tried: (byMessage.get(row.message_id) ?? []).slice(-ATTEMPTS_SHOWN) }));
}

const TIME_BYTES = 8;
const ID_BYTES = 12;
const PREFIX = 'msg_';

function kindOf(chain: number, channelId: string, status: MessageStatus | null): CursorKind<Place> {
  return {
    secret: 'channel message cursors',
    placeBytes: TIME_BYTES + ID_BYTES,
    write({ at, messageId }) {
      const place = Buffer.alloc(TIME_BYTES + ID_BYTES);
      place.writeBigInt64BE(BigInt(at));
      place.write(messageId.slice(PREFIX.length), TIME_BYTES, 'hex');
      return place;
    },
    read(bytes) {
      const at = Number(bytes.readBigInt64BE());
      if (!Number.isSafeInteger(at)) return null;
      return { at, messageId: PREFIX + bytes.toString('hex', TIME_BYTES) };
    },
    bind: ({ at, messageId }) => [chain, at, messageId, channelId, status],
  };
}
