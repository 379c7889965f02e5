/** Keeps an answer durably, before the channel hears that it has arrived; a repeated one changes nothing. */
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Answer } from '../channel.ts';

/** @returns false where this answer had arrived before. */
export async function takeIn(
  { db, clock }: { db: Database; clock: Clock },
  { chain, channelId }: { chain: number; channelId: string },
  { answerId, approvalId, account, decision, comment }: Answer,
): Promise<boolean> {
  const taken = await db
    .insertInto('channel_answers')
    .values({
      chain,
      // One channel can't take the place of another's answers.
      answer_id: `${channelId}/${answerId}`,
      channel_id: channelId,
      approval_id: approvalId,
      account,
      decision,
      comment,
      received_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return taken.numInsertedOrUpdatedRows === 1n;
}
