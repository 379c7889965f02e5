/**
 * Sends the due messages of one channel: in order, or several at once where they go to different people. Shows the
 * state that an approval has now, so a message that was late is never behind.
 */
import type { Approval } from '../../approvals/index.ts';
import type { Database } from '../../database/open.ts';
import { writeNotice } from '../../events/index.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { IdSource } from '../../foundation/ids.ts';
import { ownerOf } from '../../tenants/index.ts';
import { MAX_FAILING_MS, retryDelayMs } from '../../webhooks/sending/index.ts';
import { type CardPlace, cardOf, stateOf } from '../card-of.ts';
import { type Channel, ChannelError, type Message } from '../channel.ts';
import { giveUp } from '../settings/index.ts';
import type { MessageRow } from './due.ts';
import { type Outcomes, Storing } from './outcomes.ts';

export interface WorkDeps {
  db: Database;
  clock: Clock;
  ids: IdSource;
  outcomes: Outcomes;
  stop: AbortSignal;
}

export interface ChannelWork {
  chain: number;
  channelId: string;
  channel: Channel;
  atOnce: number;
  place: CardPlace;
  approvals: ReadonlyMap<string, Approval>;
  /** Whether its last message failed. */
  isFailing: boolean;
}

export async function sendMessages(
  deps: WorkDeps,
  work: ChannelWork,
  messages: readonly MessageRow[],
): Promise<void> {
  const left = groupsOf(messages);
  const storing = new Storing(deps.outcomes);
  let isOver = false;
  const lane = async (): Promise<void> => {
    for (
      let group = left.shift();
      group !== undefined && !isOver && !deps.stop.aborted;
      group = left.shift()
    ) {
      isOver = !(await sendOne(deps, work, group, storing)) || isOver;
      await storing.room();
    }
  };
  await Promise.all(Array.from({ length: work.atOnce }, lane));
  await storing.all();
}

/** The messages of one digest go together; every other one alone. */
function groupsOf(messages: readonly MessageRow[]): MessageRow[][] {
  const groups = new Map<string, MessageRow[]>();
  for (const message of messages) {
    const { reason, recipient, reference, message_id, shown } = message;
    // Not sent yet, the digest of a recipient is one; later, all that stand in one place.
    const isJoined = reason === 'digest' && (shown === null || reference !== null);
    const name = isJoined ? JSON.stringify([recipient, reference]) : message_id;
    groups.set(name, [...(groups.get(name) ?? []), message]);
  }
  return [...groups.values()];
}

/** @returns false where nothing more can be sent by the channel now. */
async function sendOne(
  deps: WorkDeps,
  work: ChannelWork,
  group: readonly MessageRow[],
  storing: Storing,
): Promise<boolean> {
  const { clock, stop } = deps;
  const told = group.filter((message) => isToBeTold(message, work.approvals.get(message.approval_id)));
  const startedAt = clock.now();
  const common = { startedAt, reference: null, nextAt: null, shown: null };
  const dropped = group.filter((message) => !told.includes(message));
  for (const message of dropped) {
    const status = message.shown === null ? 'dropped' : 'delivered';
    storing.begin({ ...common, message, status, endedAt: startedAt, fault: undefined });
  }
  const [first] = told;
  if (first === undefined) return true;
  const message = messageOf(work, told);
  try {
    const { channel } = work;
    const reference =
      first.shown === null
        ? await channel.deliver(message, stop)
        : await channel.update(message, first.reference, stop);
    const endedAt = clock.now();
    const sent = { ...common, status: 'delivered' as const, reference, endedAt, fault: null };
    for (const each of told) {
      const approval = work.approvals.get(each.approval_id);
      const shown = approval === undefined ? null : stateOf(approval);
      storing.begin({ ...sent, shown, message: each });
    }
    await succeeded(deps, work);
    return true;
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    // It counts as never tried.
    if (stop.aborted) return false;
    const fault = { error, startedAt, endedAt: clock.now() };
    for (const each of told) storing.begin(failureOf(deps, each, fault));
    return failed(deps, work, error);
  }
}

/** A message that was never sent has nothing to correct once the approval is decided; a reminder needs someone to remind. */
function isToBeTold({ shown, reason, recipient }: MessageRow, approval: Approval | undefined): boolean {
  if (approval === undefined) return false;
  const isNews = shown === null || reason === 'reminder';
  const hasDecided = approval.decisions.some(({ party }) => party === recipient);
  if (approval.status === 'pending') return !(isNews && hasDecided);
  return shown !== null && reason !== 'reminder';
}

function messageOf({ approvals, place }: ChannelWork, told: readonly MessageRow[]): Message {
  const cards = told.flatMap(({ approval_id }) => {
    const approval = approvals.get(approval_id);
    return approval === undefined ? [] : [cardOf(approval, place)];
  });
  const [first] = told;
  if (first === undefined) throw new Error('a message was sent that says nothing');
  const { message_id: messageId, reason, recipient } = first;
  return { messageId, reason, recipient, cards };
}

interface Fault {
  error: ChannelError;
  startedAt: number;
  endedAt: number;
}

function failureOf({ ids }: WorkDeps, message: MessageRow, { error, startedAt, endedAt }: Fault) {
  const delay = error.fault === 'message' ? null : retryDelayMs(message.tries + 1, ids.number48() / 2 ** 48);
  const wait = error.afterMs ?? delay;
  return {
    message,
    status: wait === null ? ('failed' as const) : ('pending' as const),
    reference: message.reference,
    nextAt: wait === null ? null : endedAt + wait,
    startedAt,
    endedAt,
    fault: error,
    shown: message.shown,
  };
}

/** Notes that the channel works again, where it did not. */
async function succeeded({ db }: WorkDeps, work: ChannelWork): Promise<void> {
  if (!work.isFailing) return;
  work.isFailing = false;
  await ofChannel(db, work).set({ failing_since: null, paused_until: null }).execute();
}

/** @returns whether other messages may still go by the channel. */
async function failed({ db, clock }: WorkDeps, work: ChannelWork, error: ChannelError): Promise<boolean> {
  if (error.fault === 'message') return true;
  work.isFailing = true;
  const now = clock.now();
  const row = await ofChannel(db, work)
    .set(({ fn, ref, val }) => ({
      failing_since: fn.coalesce(ref('failing_since'), val(now)),
      paused_until: error.afterMs === null ? null : now + error.afterMs,
    }))
    .returning('failing_since')
    .executeTakeFirst();
  const isDead = error.fault === 'channel' || now - (row?.failing_since ?? now) >= MAX_FAILING_MS;
  if (isDead) await disable(db, work, error, now);
  return !isDead && error.afterMs === null;
}

/** Its record follows; one notice goes to the tenant's contact. */
async function disable(db: Database, work: ChannelWork, error: ChannelError, at: number): Promise<void> {
  const { chain, channelId } = work;
  const { tenantId } = await ownerOf(db, chain);
  await db.transaction().execute(async (tx) => {
    const reason = error.fault === 'channel' ? 'refused' : 'failing';
    const row = await ofChannel(tx, work)
      .set({ disabled_at: at, disabled_reason: reason })
      .where('disabled_at', 'is', null)
      .returning(['kind', 'name'])
      .executeTakeFirst();
    if (row === undefined) return;
    await giveUp(tx, chain, channelId);
    const data = { ...row, channel_id: channelId, problem: error.message };
    const subject = `${channelId}:${at}`;
    await writeNotice(tx, { tenantId, chain, kind: 'channel_disabled', subject, data, at });
  });
}

function ofChannel(db: Database, { chain, channelId }: ChannelWork) {
  return db.updateTable('channels').where('chain', '=', chain).where('channel_id', '=', channelId);
}
