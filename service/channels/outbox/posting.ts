/**
 * Runs the thread that posts messages: starts it as soon as there is a channel, and again if it ends. Messages that it
 * had under way are then sent by whichever node goes on.
 */
import type { Database } from '../../database/open.ts';
import type { Chore, Warnings } from '../../foundation/chores.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Measured } from '../../foundation/measured.ts';
import { Thread } from '../../foundation/thread.ts';
import type { SmtpSettings } from '../../notices/index.ts';
import type { ChannelThreadData, ChannelThreadNotice } from './channel-thread.ts';

export interface PostingDeps {
  db: Database;
  clock: Clock;
  log: Warnings;
  measured: Measured;
  config: Pick<ChannelThreadData, 'database' | 'dataDir' | 'webhooks' | 'clockOffsetMs'> & {
    baseUrl: string;
    mail: SmtpSettings | null;
  };
}

const EVERY_MS = 200;
/** The wait before a new thread replaces one that ended, ms. */
const REST_MS = 1000;
const MODULE = new URL('./channel-thread.ts', import.meta.url);

export class Posting {
  readonly #deps: PostingDeps;
  #thread: Thread<never, never, ChannelThreadNotice> | null = null;
  #restUntil = Number.NEGATIVE_INFINITY;

  constructor(deps: PostingDeps) {
    this.#deps = deps;
  }

  chore(): Chore {
    const { db, clock } = this.#deps;
    return {
      name: 'look for channels to post to',
      everyMs: EVERY_MS,
      run: async () => {
        if (this.#thread !== null || clock.monotonic() < this.#restUntil) return;
        if (await isThereAny(db)) this.#start();
      },
    };
  }

  /** Starts nothing new, and waits briefly for messages under way. */
  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    await thread?.close();
  }

  #start(): void {
    const { log, clock, config } = this.#deps;
    const { database, dataDir, webhooks, clockOffsetMs, baseUrl, mail } = config;
    const { allowNetworks, secretsKey } = webhooks;
    const data: ChannelThreadData = {
      database,
      dataDir,
      webhooks: { allowNetworks, secretsKey },
      channels: { baseUrl, mail },
      clockOffsetMs,
    };
    const thread = new Thread<never, never, ChannelThreadNotice>(MODULE, {
      data,
      onNotice: (notice) => this.#take(notice),
      onEnd: (err) => {
        if (this.#thread !== thread) return;
        log.warn({ err }, 'the thread that posts messages failed');
        this.#thread = null;
        this.#restUntil = clock.monotonic() + REST_MS;
      },
    });
    this.#thread = thread;
  }

  #take(notice: ChannelThreadNotice): void {
    const { log, measured } = this.#deps;
    if ('failed' in notice) measured.choreFailed(notice.failed);
    else if ('recovered' in notice) measured.choreRecovered(notice.recovered);
    else {
      const { about, message, error } = notice;
      log.warn({ ...about, err: Object.assign(new Error(error.message), error) }, message);
    }
  }
}

async function isThereAny(db: Database): Promise<boolean> {
  return (await db.selectFrom('channels').select('chain').limit(1).executeTakeFirst()) !== undefined;
}
