/** The messages of a channel with the attempts to send them, and sending one again. */
import type { Selectable } from 'kysely';
import type { Database } from '../../database/open.ts';
import { type Cursors, type Page, pageById } from '../../database/signed-cursor.ts';
import type { ChannelAttemptsTable, ChannelMessagesTable } from '../../database/tables/channel.ts';
import type { Clock } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import { findChannel } from '../settings/index.ts';

export const MESSAGE_STATUSES = ['pending', 'delivered', 'failed', 'dropped'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

type AttemptRow = Selectable<ChannelAttemptsTable>;
type MessageRow = Selectable<ChannelMessagesTable>;
export interface SentMessage extends MessageRow {
  /** The last ones, oldest first. */
  tried: Omit<AttemptRow, 'chain' | 'message_id'>[];
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
  const list = {
    secret: 'channel message cursors',
    prefix: 'msg',
    chain,
    filters: [channelId, status ?? undefined],
    idOf: ({ message_id }: MessageRow) => message_id,
    read(last: string | null, most: number) {
      let query = messagesOf(db, chain, channelId).orderBy('message_id', 'desc').limit(most);
      if (status !== null) query = query.where('status', '=', status);
      if (last !== null) query = query.where('message_id', '<', last);
      return query.execute();
    },
  };
  const { items, nextCursor } = await pageById(cursors, list, limit, cursor);
  return { items: await withAttempts(db, chain, items), nextCursor };
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
  return messagesOf(db, chain, channelId).where('message_id', '=', messageId).executeTakeFirst();
}

function messagesOf(db: Database, chain: number, channelId: string) {
  return db
    .selectFrom('channel_messages')
    .selectAll()
    .where('chain', '=', chain)
    .where('channel_id', '=', channelId);
}

const ATTEMPTS_SHOWN = 20;

async function withAttempts(
  db: Database,
  chain: number,
  rows: readonly MessageRow[],
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
