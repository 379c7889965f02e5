/** Finds whom a channel tells of an approval, and when: at once, and again while nobody has decided. */
import { type ApprovalRow, askedOf } from '../../approvals/index.ts';
import type { Database } from '../../database/open.ts';
import type { ChannelMessagesTable } from '../../database/tables/channel.ts';
import type { Clock } from '../../foundation/clock.ts';
import { membersAsked } from '../../members/groups/index.ts';
import { kindOf } from '../kinds.ts';
import type { ChannelRow } from '../setup/setup.ts';

/** A message to be. */
export interface Told {
  channelId: string;
  /** A member's id; empty where the channel has one conversation. */
  recipient: string;
  reason: ChannelMessagesTable['reason'];
  /** ms since the epoch. */
  at: number;
}

const LAST_CALL_MS = 600_000;

export async function tellingsOf(
  { db, clock }: { db: Database; clock: Clock },
  approval: ApprovalRow,
  channels: readonly ChannelRow[],
): Promise<Told[]> {
  const now = clock.now();
  const told: Told[] = [];
  let asked: string[] | null = null;
  for (const { channel_id: channelId, kind } of channels) {
    const { tells } = await kindOf(kind);
    asked ??= tells === 'members' ? await askedNow(db, approval, now) : null;
    const recipients = tells === 'members' ? (asked ?? []) : [''];
    for (const recipient of recipients) {
      const message = { channelId, recipient };
      told.push({ ...message, reason: 'request', at: now });
      told.push(...remindersOf(approval, now).map((at) => ({ ...message, reason: 'reminder' as const, at })));
    }
  }
  return told;
}

async function askedNow(db: Database, approval: ApprovalRow, now: number): Promise<string[]> {
  const members = await membersAsked(db, approval, askedOf(approval), now);
  return members.map(({ memberId }) => memberId);
}

/** At half the time, and ten minutes before its end. */
function remindersOf({ created_at, expires_at }: ApprovalRow, now: number): number[] {
  const half = created_at + (expires_at - created_at) / 2;
  return [...new Set([Math.round(half), expires_at - LAST_CALL_MS])].filter((at) => at > now);
}
