/**
 * Each approval becomes a message for every channel that its route names, in the transaction that gives its event a
 * place; each later event marks those messages as due again. The content is read when a message is sent, so
 * the latest state wins.
 */
import { createHash } from 'node:crypto';
import type { JsonObject } from '@assize/evidence-format';
import { sql } from 'kysely';
import { askedOf } from '../approvals/index.ts';
import type { Database } from '../database/open.ts';
import type { EventConsumer, PlacedEvent } from '../events/index.ts';

/** `next_at` of a new message: earlier than any clock's time. */
export const AT_ONCE = 0;

const OPENED = 'approval.created';
const CHANGED: readonly string[] = ['approval.resolved', 'approval.used'];

export const channelConsumer: EventConsumer = async (tx, chain, events) => {
  const told = events.filter(({ type }) => type === OPENED || CHANGED.includes(type));
  if (told.length === 0) return;
  const channels = await enabledChannels(tx, chain);
  if (channels.length === 0) return;
  const named = await approvalsNamed(tx, chain, told);
  const opened = await routesOf(tx, chain, named.opened);
  for (const channelId of channels) {
    const wanted = opened.filter(({ channels: few }) => few === undefined || few.includes(channelId));
    const added = await addMessages(tx, { chain, channelId }, wanted);
    const renewed = await renewMessages(tx, { chain, channelId }, named.changed);
    if (added || renewed) await wake(tx, chain, channelId);
  }
};

/** Every node locks the rows of several channels in this order, so that no two wait for each other. */
async function enabledChannels(tx: Database, chain: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('channels')
    .select('channel_id')
    .where('chain', '=', chain)
    .where('disabled_at', 'is', null)
    .orderBy('channel_id')
    .execute();
  return rows.map(({ channel_id }) => channel_id);
}

interface Opened {
  approvalId: string;
  at: number;
}

async function approvalsNamed(
  tx: Database,
  chain: number,
  events: readonly PlacedEvent[],
): Promise<{ opened: Opened[]; changed: string[] }> {
  const rows = await tx
    .selectFrom('events')
    .select(['event_id', 'type', 'data', 'created_at'])
    .where('chain', '=', chain)
    .where(
      'event_id',
      'in',
      events.map(({ event_id }) => event_id),
    )
    .execute();
  const named = rows.map(({ type, data, created_at: at }) => {
    return { type, approvalId: String((JSON.parse(data) as JsonObject).approval_id), at };
  });
  return {
    opened: named.filter(({ type }) => type === OPENED),
    changed: named.flatMap(({ type, approvalId }) => (CHANGED.includes(type) ? [approvalId] : [])),
  };
}

/** Adds the channels that the approval's route names; undefined: all. */
async function routesOf(
  tx: Database,
  chain: number,
  opened: readonly Opened[],
): Promise<(Opened & { channels: string[] | undefined })[]> {
  if (opened.length === 0) return [];
  const rows = await tx
    .selectFrom('approvals')
    .select(['approval_id', 'route'])
    .where('chain', '=', chain)
    .where(
      'approval_id',
      'in',
      opened.map(({ approvalId }) => approvalId),
    )
    .execute();
  const byId = new Map(rows.map((row) => [row.approval_id, askedOf(row)?.channels]));
  return opened.map((one) => ({ ...one, channels: byId.get(one.approvalId) }));
}

interface ChannelRef {
  chain: number;
  channelId: string;
}

async function addMessages(
  tx: Database,
  { chain, channelId }: ChannelRef,
  opened: readonly Opened[],
): Promise<boolean> {
  if (opened.length === 0) return false;
  await tx
    .insertInto('channel_messages')
    .values(opened.map((one) => requestTo({ chain, channelId, ...one }, '')))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

/** The row of a message that asks. The same message has the same id, so it is added once. */
export function requestTo(
  { chain, channelId, approvalId, at }: ChannelRef & Opened,
  recipient: string,
  reason = 'request',
) {
  const named = JSON.stringify([chain, channelId, approvalId, reason, recipient]);
  return {
    chain,
    message_id: `msg_${createHash('sha256').update(named).digest('hex').slice(0, 24)}`,
    channel_id: channelId,
    approval_id: approvalId,
    reason,
    recipient,
    status: 'pending' as const,
    next_at: AT_ONCE,
    created_at: at,
  };
}

/** A message that was given up stays so until someone replays it. */
async function renewMessages(
  tx: Database,
  { chain, channelId }: ChannelRef,
  approvals: readonly string[],
): Promise<boolean> {
  if (approvals.length === 0) return false;
  const { numUpdatedRows } = await tx
    .updateTable('channel_messages')
    .set({ status: 'pending', next_at: AT_ONCE, tries: 0, wanted: sql<number>`wanted + 1` })
    .where('chain', '=', chain)
    .where('channel_id', '=', channelId)
    .where('approval_id', 'in', approvals)
    .where('status', '<>', 'failed')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function wake(tx: Database, chain: number, channelId: string): Promise<void> {
  await tx
    .updateTable('channels')
    .set({ due_at: AT_ONCE })
    .where('chain', '=', chain)
    .where('channel_id', '=', channelId)
    .execute();
}
