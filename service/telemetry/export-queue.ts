/**
 * The queue of items to export. Adding never waits and never fails: beyond a limit, new items are dropped and
 * counted. Batches are sent one at a time; a batch that can't be taken now is sent again later, until the
 * service stops.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExportSettings } from './settings.ts';

export type Outcome =
  | { kind: 'taken' }
  /** The same batch would be refused again. */
  | { kind: 'refused'; reason: string }
  /** @param afterMs the delay that the other side asks for; null if it gives none. */
  | { kind: 'later'; reason: string; afterMs: number | null };

/** Never rejects. @param stop ends the attempt at once. */
export type Send<Item> = (batch: readonly Item[], stop: AbortSignal) => Promise<Outcome>;

export interface ExportWatch {
  dropped(items: number): void;
  /** Called once, until sending succeeds again. */
  failing(reason: string): void;
  succeeding(): void;
}

type Limits = Pick<ExportSettings, 'delayMs' | 'maxQueued' | 'maxBatch'>;

/** The first delay; it doubles while sending fails. */
const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 30_000;

export class ExportQueue<Item> {
  readonly #limits: Limits;
  readonly #send: Send<Item>;
  readonly #watch: ExportWatch;
  readonly #closing = new AbortController();
  readonly #stop = new AbortController();
  #items: Item[] = [];
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #isFailing = false;

  constructor(limits: Limits, send: Send<Item>, watch: ExportWatch) {
    this.#limits = limits;
    this.#send = send;
    this.#watch = watch;
  }

  add(item: Item): void {
    if (this.#closing.signal.aborted || this.#items.length >= this.#limits.maxQueued) {
      this.#watch.dropped(1);
      return;
    }
    this.#items.push(item);
    if (this.#running !== null) return;
    if (this.#items.length >= this.#limits.maxBatch) this.#run();
    else this.#timer ??= setTimeout(() => this.#run(), this.#limits.delayMs).unref();
  }

  /** Sends the queue, trying each batch at most once more. Items not sent in that time are dropped. */
  async close(withinMs: number): Promise<void> {
    this.#closing.abort();
    const limit = setTimeout(() => this.#stop.abort(), withinMs);
    await (this.#running ?? this.#run());
    clearTimeout(limit);
    this.#stop.abort();
  }

  #run(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running = this.#sendAll().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #sendAll(): Promise<void> {
    while (this.#items.length > 0) {
      const batch = this.#items.splice(0, this.#limits.maxBatch);
      const isSent = await this.#sendUntilSettled(batch);
      if (!isSent) this.#watch.dropped(batch.length);
      if (this.#stop.signal.aborted) this.#watch.dropped(this.#items.splice(0).length);
    }
  }

  /** @returns whether the batch was taken. */
  async #sendUntilSettled(batch: readonly Item[]): Promise<boolean> {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
      const outcome = await this.#send(batch, this.#stop.signal);
      this.#tell(outcome);
      if (outcome.kind !== 'later') return outcome.kind === 'taken';
      if (this.#closing.signal.aborted) {
        this.#stop.abort();
        return false;
      }
      const pause = Math.min(outcome.afterMs ?? waitMs, MAX_WAIT_MS);
      await sleep(pause, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined);
    }
  }

  #tell(outcome: Outcome): void {
    const isFailing = outcome.kind !== 'taken';
    if (isFailing === this.#isFailing) return;
    this.#isFailing = isFailing;
    if (isFailing) this.#watch.failing(outcome.reason);
    else this.#watch.succeeding();
  }
}
