/**
 * Finds whom a channel tells of an approval, and when: at once, or as they wish to be told, and again at half the time
 * and before the end.
 */
import { type JsonObject, parseJson } from '@assize/evidence-format';
import { type ApprovalRow, askedOf } from '../../approvals/index.ts';
import type { Database } from '../../database/open.ts';
import type { ChannelMessagesTable } from '../../database/tables/channel.ts';
import { areaNamed, scopeFor } from '../../governance/second-person/index.ts';
import { membersAsked, roleIn } from '../../members/groups/index.ts';
import { type Member, scopesOf } from '../../members/index.ts';
import { ownerOf } from '../../tenants/index.ts';
import { kindOf } from '../kinds.ts';
import { type Habits, habitsIn, remindersOf, type Wishes, whenToTell, wishesOf } from '../notifying/index.ts';
import type { ChannelRow } from '../settings/index.ts';
import type { Lately } from './lately.ts';

/** A message to be. */
export interface Told {
  channelId: string;
  /** A member's id; empty where the channel has one conversation. */
  recipient: string;
  reason: ChannelMessagesTable['reason'];
  /** ms since the epoch. */
  at: number;
}

interface Recipient {
  /** As in {@link Told}. */
  recipient: string;
  habits: Habits;
  /** When they are asked: now, or when the route asks others too. */
  from: number;
}

/** @param now ms since the epoch. @param lately learns of each new message. */
export async function tellingsOf(
  { db, now, lately }: { db: Database; now: number; lately: Lately },
  approval: ApprovalRow,
  channels: readonly ChannelRow[],
): Promise<Told[]> {
  const told: Told[] = [];
  let asked: Asked[] | null = null;
  for (const { channel_id: channelId, kind, options } of channels) {
    const { tells } = await kindOf(kind);
    if (tells === 'members') asked ??= await askedMembers(db, approval, now);
    const recipients =
      tells === 'members'
        ? (asked ?? []).filter(({ habits }) => wants(habits, kind))
        : [{ recipient: '', habits: habitsIn(parseJson(options) as JsonObject), from: now }];
    for (const each of recipients) {
      const sentAt = await lately.of(channelId, each.recipient);
      const own = messagesTo(each, approval, sentAt);
      for (const { at, reason } of own) {
        if (reason !== 'reminder') await lately.add(channelId, each.recipient, at);
        told.push({ channelId, recipient: each.recipient, reason, at });
      }
    }
  }
  return told;
}

function messagesTo(
  { habits, from }: Recipient,
  { risk_level: risk, created_at: askedAt, expires_at: expiresAt }: ApprovalRow,
  sentAt: readonly number[],
): Pick<Told, 'reason' | 'at'>[] {
  const first = whenToTell(habits, { at: from, risk, expiresAt }, sentAt);
  const reminders = remindersOf({ askedAt, expiresAt })
    .filter((at) => at > from)
    .map((at) => whenToTell({ ...habits, digestAbove: null }, { at, risk, expiresAt }, []).at)
    .filter((at) => at > first.at && at < expiresAt);
  return [
    { reason: first.isTogether ? 'digest' : 'request', at: first.at },
    ...[...new Set(reminders)].map((at) => ({ reason: 'reminder' as const, at })),
  ];
}

interface Asked extends Recipient {
  habits: Wishes;
}

/** The members who are asked now, and those whom the route asks later. */
async function askedMembers(db: Database, approval: ApprovalRow, now: number): Promise<Asked[]> {
  const route = askedOf(approval);
  const { tenantId, environment } = await ownerOf(db, approval.chain);
  const area = areaNamed(approval.governs);
  // Others could not decide on a change of governance.
  const mayGovern = (member: Member) =>
    area === null || scopesOf(roleIn(member, environment)).has(scopeFor(area));
  const idsAt = async (at: number) =>
    (await membersAsked(db, approval, route, at)).filter(mayGovern).map(({ memberId }) => memberId);
  const first = await idsAt(now);
  const laterAt = route?.later === undefined ? now : Date.parse(route.later.at);
  const later = laterAt > now ? (await idsAt(laterAt)).filter((id) => !first.includes(id)) : [];
  const wishes = await wishesOf(db, tenantId, [...first, ...later]);
  const asking = (from: number) => (recipient: string) => {
    const habits = wishes.get(recipient);
    return habits === undefined ? [] : [{ recipient, habits, from }];
  };
  return [...first.flatMap(asking(now)), ...later.flatMap(asking(laterAt))];
}

function wants({ mail, push }: Wishes, kind: string): boolean {
  if (kind === 'mail') return mail;
  return kind === 'push' ? push : true;
}
