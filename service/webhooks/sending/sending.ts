/**
 * Runs a thread that sends: starts it as soon as there is something to send to, and again if it ends. Deliveries that
 * it had under way are then treated as if the node had died.
 */
import type { Database } from '../../database/open.ts';
import type { Chore, Warnings } from '../../foundation/chores.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Measured } from '../../foundation/measured.ts';
import { Thread } from '../../foundation/thread.ts';
import type { SendThreadData, SendThreadNotice } from './thread-data.ts';

export interface SendingDeps {
  db: Database;
  clock: Clock;
  log: Warnings & { info(about: object, message: string): void };
  measured: Measured;
  config: SendThreadData;
}

/** A kind of sending, with its thread. */
export interface SendingThread {
  /** Its messages, in words. */
  what: string;
  /** Calls `serveSending`. */
  module: URL;
  /** Whether there is anything that it could send to. */
  isThereAny(db: Database): Promise<boolean>;
}

const EVERY_MS = 100;
/** The wait before a new thread replaces one that ended, ms. */
const REST_MS = 1000;

export class Sending {
  readonly #deps: SendingDeps;
  readonly #of: SendingThread;
  #thread: Thread<never, never, SendThreadNotice> | null = null;
  #restUntil = Number.NEGATIVE_INFINITY;

  constructor(deps: SendingDeps, of: SendingThread) {
    this.#deps = deps;
    this.#of = of;
  }

  /** Whether the thread, which also dispatches events, is running. */
  get isRunning(): boolean {
    return this.#thread !== null;
  }

  chore(): Chore {
    const { db, clock } = this.#deps;
    return {
      name: `look for ${this.#of.what} to send`,
      everyMs: EVERY_MS,
      run: async () => {
        if (this.#thread !== null || clock.monotonic() < this.#restUntil) return;
        if (await this.#of.isThereAny(db)) this.#start();
      },
    };
  }

  /** Starts nothing new, briefly waits for deliveries under way, and releases every endpoint. */
  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    await thread?.close();
  }

  #start(): void {
    const { database, dataDir, baseUrl, mail, slackApiUrl, siemFilesDir, clockOffsetMs, telemetry } =
      this.#deps.config;
    const { allowNetworks, secretsKey } = this.#deps.config.webhooks;
    const data: SendThreadData = {
      database,
      dataDir,
      baseUrl,
      mail,
      slackApiUrl,
      siemFilesDir,
      webhooks: { allowNetworks, secretsKey },
      clockOffsetMs,
      telemetry,
    };
    const { log, clock } = this.#deps;
    const thread = new Thread<never, never, SendThreadNotice>(this.#of.module, {
      data,
      onNotice: (notice) => this.#take(notice),
      onEnd: (err) => {
        if (this.#thread !== thread) return;
        log.warn({ err }, `the thread that sends ${this.#of.what} failed`);
        this.#thread = null;
        this.#restUntil = clock.monotonic() + REST_MS;
      },
    });
    this.#thread = thread;
  }

  #take(notice: SendThreadNotice): void {
    const { log, measured } = this.#deps;
    if ('attempted' in notice) measured.webhooksAttempted(...notice.attempted);
    else if ('dropped' in notice) measured.telemetryDropped(...notice.dropped);
    else if ('failed' in notice) measured.choreFailed(notice.failed);
    else if ('recovered' in notice) measured.choreRecovered(notice.recovered);
    else if ('told' in notice) log.info(notice.told, notice.message);
    else {
      const { about, message, error } = notice;
      log.warn({ ...about, err: Object.assign(new Error(error.message), error) }, message);
    }
  }
}
