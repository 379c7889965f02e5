/** Finds the messages that are due, channel by channel, and the approvals that they show. */
import type { Selectable } from 'kysely';
import { type Approval, findApprovals } from '../../approvals/index.ts';
import type { Database } from '../../database/open.ts';
import type { ChannelMessagesTable } from '../../database/tables/channel.ts';

export type MessageRow = Selectable<ChannelMessagesTable>;

export const MESSAGES_AT_ONCE = 500;

/**
 * Messages whose time has come, of channels that are enabled and not at rest, in the order in which they were written.
 * @param busy the ids of channels to leave out, so that what waits for a slow one takes no place here.
 * @returns at most {@link MESSAGES_AT_ONCE}.
 */
export function dueMessages(db: Database, now: number, busy: readonly string[]): Promise<MessageRow[]> {
  return db
    .selectFrom('channel_messages')
    .innerJoin('channels', (join) =>
      join
        .onRef('channels.chain', '=', 'channel_messages.chain')
        .onRef('channels.channel_id', '=', 'channel_messages.channel_id'),
    )
    .selectAll('channel_messages')
    .where('channel_messages.next_at', '<=', now)
    .$if(busy.length > 0, (due) => due.where('channel_messages.channel_id', 'not in', busy))
    .where('channels.disabled_at', 'is', null)
    .where(({ or, eb }) =>
      or([eb('channels.paused_until', 'is', null), eb('channels.paused_until', '<=', now)]),
    )
    .orderBy('channel_messages.next_at')
    .orderBy('channel_messages.message_id')
    .limit(MESSAGES_AT_ONCE)
    .execute();
}

/** The approvals of messages of one chain, by id. */
export async function approvalsOfMessages(
  db: Database,
  chain: number,
  messages: readonly Pick<MessageRow, 'approval_id'>[],
): Promise<Map<string, Approval>> {
  const ids = [...new Set(messages.map(({ approval_id }) => approval_id))];
  return new Map((await findApprovals(db, chain, ids)).map((approval) => [approval.approval_id, approval]));
}
