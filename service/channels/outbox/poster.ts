/**
 * Sends messages for all channels, on one node at a time, which holds a lease. Channels are independent, so a slow one
 * does not hold up the others; what is under way when the node dies is sent by the next one.
 */
import { holdLease, releaseLease } from '../../database/nodes/lease.ts';
import type { Chore } from '../../foundation/chores.ts';
import type { CardPlace } from '../card-of.ts';
import type { Channel } from '../channel.ts';
import type { ChannelDeps } from '../kind.ts';
import { kindOf } from '../kinds.ts';
import { placeOf } from '../place.ts';
import { type ChannelRow, channelsIn, openChannel } from '../settings/index.ts';
import { approvalsOfMessages, dueMessages, type MessageRow } from './due.ts';
import { type FillDeps, fill } from './fill.ts';
import { Outcomes } from './outcomes.ts';
import { sendMessages } from './work.ts';

export interface PosterDeps extends ChannelDeps, FillDeps {}

const EVERY_MS = 100;
const LEASE = 'post messages';
const LEASE_MS = 20_000;
const RENEW_EVERY_MS = 5000;
/** The wait after something failed that is not the receiver's fault, ms. */
const REST_MS = 10_000;
/** How long messages under way may take when the service stops, ms. */
const GRACE_MS = 2000;

interface Opened {
  evidenceId: string;
  channel: Channel;
  atOnce: number;
}

export class Poster {
  readonly #deps: PosterDeps;
  readonly #holder: string;
  readonly #outcomes: Outcomes;
  readonly #opened = new Map<string, Opened>();
  readonly #atWork = new Map<string, Promise<void>>();
  readonly #underWay = new Set<string>();
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
        while ((await fill(this.#deps)) && !stopping.aborted);
        await this.#begin();
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

  async #begin(): Promise<void> {
    const { db, clock } = this.#deps;
    // A message whose sending ends meanwhile may be read as it was before.
    const underWay = new Set(this.#underWay);
    const due = await dueMessages(db, clock.now());
    const waiting = due.filter((message) => !underWay.has(idOf(message)));
    for (const [chain, messages] of Map.groupBy(waiting, (message) => message.chain)) {
      const byChannel = Map.groupBy(messages, ({ channel_id }) => channel_id);
      const idle = [...byChannel.keys()].filter((channelId) => this.#isIdle(`${chain}/${channelId}`));
      if (idle.length === 0) continue;
      const rows = await channelsIn(db, chain).where('channel_id', 'in', idle).execute();
      const place = await placeOf(db, chain, this.#deps.config.baseUrl);
      for (const row of rows) this.#start(row, byChannel.get(row.channel_id) ?? [], place);
    }
  }

  #isIdle(name: string): boolean {
    const until = this.#resting.get(name) ?? Number.NEGATIVE_INFINITY;
    return !this.#atWork.has(name) && until <= this.#deps.clock.monotonic();
  }

  #start(row: ChannelRow, messages: readonly MessageRow[], place: CardPlace): void {
    const { log } = this.#deps;
    const { chain, channel_id } = row;
    const name = `${chain}/${channel_id}`;
    for (const message of messages) this.#underWay.add(idOf(message));
    const work = this.#send(row, messages, place)
      .catch((err: unknown) => {
        log.warn({ err, chain, channel_id }, 'could not post messages about approvals');
        this.#resting.set(name, this.#deps.clock.monotonic() + REST_MS);
      })
      .finally(() => {
        for (const message of messages) this.#underWay.delete(idOf(message));
        this.#atWork.delete(name);
      });
    this.#atWork.set(name, work);
  }

  async #send(row: ChannelRow, messages: readonly MessageRow[], place: CardPlace): Promise<void> {
    const { db, clock, ids } = this.#deps;
    const { chain, channel_id: channelId } = row;
    const approvals = await approvalsOfMessages(db, chain, messages);
    const { channel, atOnce } = await this.#open(row);
    const isFailing = row.failing_since !== null;
    const deps = { db, clock, ids, outcomes: this.#outcomes, stop: this.#stopping.signal };
    await sendMessages(deps, { chain, channelId, channel, atOnce, place, approvals, isFailing }, messages);
  }

  /** Keeps a channel open until it is changed. */
  async #open(row: ChannelRow): Promise<Opened> {
    const name = `${row.chain}/${row.channel_id}`;
    const known = this.#opened.get(name);
    if (known?.evidenceId === row.evidence_id) return known;
    await known?.channel.close();
    const channel = await openChannel(this.#deps, row);
    const { atOnce } = await kindOf(row.kind);
    const opened = { evidenceId: row.evidence_id, channel, atOnce };
    this.#opened.set(name, opened);
    return opened;
  }
}

function idOf({ chain, message_id }: MessageRow): string {
  return `${chain}/${message_id}`;
}
