/**
 * Sends messages for all channels, on one node at a time, which holds a lease. Channels are independent, so a slow one
 * does not hold up the others; what is under way when the node dies is sent by the next one.
 */
import { holdLease, releaseLease } from '../../database/nodes/lease.ts';
import type { Chore } from '../../foundation/chores.ts';
import type { Channel } from '../channel.ts';
import type { ChannelDeps } from '../kind.ts';
import { kindOf } from '../kinds.ts';
import { placeOf } from '../place.ts';
import { type ChannelRow, channelsIn, openChannel } from '../settings/index.ts';
import { approvalsOfMessages, dueMessages, MESSAGES_AT_ONCE, type MessageRow } from './due.ts';
import { type FillDeps, fill } from './fill.ts';
import { Outcomes } from './outcomes.ts';
import { type ChannelWork, sendMessages } from './work.ts';

export interface PosterDeps extends ChannelDeps, FillDeps {}

const EVERY_MS = 250;
const LEASE = 'post messages';
const LEASE_MS = 20_000;
const RENEW_EVERY_MS = 5000;
/** The wait after something failed that is not the receiver's fault, ms. */
const REST_MS = 10_000;
/** How long messages under way may take when the service stops, ms. */
const GRACE_MS = 2000;

type Shown = Pick<ChannelWork, 'place' | 'approvals'>;

interface Opened {
  evidenceId: string;
  channel: Channel;
  atOnce: number;
}

export class Poster {
  readonly #deps: PosterDeps;
  readonly #holder: string;
  readonly #outcomes: Outcomes;
  /** All by the id of the channel. */
  readonly #opened = new Map<string, Opened>();
  readonly #atWork = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();
  /** Channels that could not be opened, and when to look at them again. */
  readonly #resting = new Map<string, number>();
  #heldUntil = Number.NEGATIVE_INFINITY;

  constructor(deps: PosterDeps) {
    this.#deps = deps;
    this.#holder = deps.ids.random('node');
    this.#outcomes = new Outcomes(deps.db);
  }

  chore(): Chore {
    return {
      name: 'post messages about approvals',
      everyMs: EVERY_MS,
      run: async (stopping) => {
        if (!(await this.#holds())) return;
        const failures: unknown[] = [];
        const failed = (error: unknown) => void failures.push(error);
        while ((await fill(this.#deps, failed)) && failures.length === 0 && !stopping.aborted);
        await this.#begin(stopping);
        if (failures.length > 0) throw failures[0];
      },
    };
  }

  /** Starts nothing new, waits briefly for messages under way, and lets another node go on. */
  async close(): Promise<void> {
    const grace = setTimeout(() => this.#stopping.abort(), GRACE_MS);
    await this.idle();
    clearTimeout(grace);
    await Promise.all([...this.#opened.values()].map(({ channel }) => channel.close()));
    await releaseLease(this.#deps.db, LEASE, this.#holder);
  }

  /** Resolves when no channel is being served. */
  async idle(): Promise<void> {
    while (this.#atWork.size > 0) await Promise.all(this.#atWork.values());
  }

  async #holds(): Promise<boolean> {
    const { db, clock } = this.#deps;
    const now = clock.monotonic();
    if (now < this.#heldUntil) return true;
    const request = { name: LEASE, holder: this.#holder, nowMs: clock.now(), forMs: LEASE_MS };
    if (!(await holdLease(db, request))) return false;
    this.#heldUntil = now + RENEW_EVERY_MS;
    return true;
  }

  async #begin(stopping: AbortSignal): Promise<void> {
    const { db, clock } = this.#deps;
    let isMore = true;
    while (isMore && !stopping.aborted) {
      const due = await dueMessages(db, clock.now(), this.#busy());
      isMore = due.length === MESSAGES_AT_ONCE;
      for (const [chain, messages] of Map.groupBy(due, (message) => message.chain))
        await this.#beginIn(chain, messages);
    }
  }

  #busy(): string[] {
    const now = this.#deps.clock.monotonic();
    for (const [channelId, until] of this.#resting) if (until <= now) this.#resting.delete(channelId);
    return [...this.#atWork.keys(), ...this.#resting.keys()];
  }

  async #beginIn(chain: number, messages: readonly MessageRow[]): Promise<void> {
    const { db, config } = this.#deps;
    const byChannel = Map.groupBy(messages, ({ channel_id }) => channel_id);
    const channelIds = [...byChannel.keys()];
    try {
      const rows = await channelsIn(db, chain).where('channel_id', 'in', channelIds).execute();
      const approvals = await approvalsOfMessages(db, chain, messages);
      const place = await placeOf(db, chain, config.baseUrl, approvals.values());
      for (const row of rows) this.#start(row, byChannel.get(row.channel_id) ?? [], { place, approvals });
    } catch (error) {
      for (const channelId of channelIds) this.#rest(chain, channelId, error);
    }
  }

  #rest(chain: number, channel_id: string, err: unknown): void {
    const { log, clock } = this.#deps;
    log.warn({ err, chain, channel_id }, 'could not post messages about approvals');
    this.#resting.set(channel_id, clock.monotonic() + REST_MS);
  }

  #start(row: ChannelRow, messages: readonly MessageRow[], shown: Shown): void {
    const { chain, channel_id } = row;
    const work = this.#send(row, messages, shown)
      .catch((error: unknown) => this.#rest(chain, channel_id, error))
      .finally(() => this.#atWork.delete(channel_id));
    this.#atWork.set(channel_id, work);
  }

  async #send(row: ChannelRow, messages: readonly MessageRow[], shown: Shown): Promise<void> {
    const { db, clock, ids } = this.#deps;
    const { chain, channel_id: channelId } = row;
    const { channel, atOnce } = await this.#open(row);
    const isFailing = row.failing_since !== null;
    const deps = { db, clock, ids, outcomes: this.#outcomes, stop: this.#stopping.signal };
    await sendMessages(deps, { chain, channelId, channel, atOnce, ...shown, isFailing }, messages);
  }

  /** Keeps a channel open until it is changed. */
  async #open(row: ChannelRow): Promise<Opened> {
    const known = this.#opened.get(row.channel_id);
    if (known?.evidenceId === row.evidence_id) return known;
    await known?.channel.close();
    const channel = await openChannel(this.#deps, row);
    const { atOnce } = await kindOf(row.kind);
    const opened = { evidenceId: row.evidence_id, channel, atOnce };
    this.#opened.set(row.channel_id, opened);
    return opened;
  }
}
