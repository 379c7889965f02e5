/**
 * The thread that sends webhooks, from outside: started as soon as there is an endpoint, and again where it ended. What
 * it had under way is then as if the node had died.
 */
import { Worker } from 'node:worker_threads';
import type { Database } from '../../database/open.ts';
import type { Chore, Warnings } from '../../foundation/chores.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { SendThreadData, SendThreadWarning } from './send-thread.ts';

export interface SendingDeps {
  db: Database;
  clock: Clock;
  log: Warnings;
  config: SendThreadData;
}

const EVERY_MS = 100;
/** Before one that ended is followed by another, ms. */
const REST_MS = 1000;
/** The thread's garbage is short-lived, and a small nursery keeps the process small. */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 16 };

export class Sending {
  readonly #deps: SendingDeps;
  #worker: Worker | null = null;
  #restUntil = Number.NEGATIVE_INFINITY;

  constructor(deps: SendingDeps) {
    this.#deps = deps;
  }

  chore(): Chore {
    const { db, clock } = this.#deps;
    return {
      name: 'look for webhooks to send',
      everyMs: EVERY_MS,
      run: async () => {
        if (this.#worker !== null || clock.monotonic() < this.#restUntil) return;
        if (await isThereAny(db)) this.#start();
      },
    };
  }

  /** Begins nothing more, gives what is under way a moment, and lets go of every endpoint. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    if (worker === null) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('close');
    await ended;
  }

  #start(): void {
    const { database, dataDir, webhooks, clockOffsetMs } = this.#deps.config;
    const { allowNetworks, secretsKey } = webhooks;
    const data: SendThreadData = {
      database,
      dataDir,
      webhooks: { allowNetworks, secretsKey },
      clockOffsetMs,
    };
    const worker = new Worker(new URL('./send-thread.ts', import.meta.url), {
      workerData: data,
      resourceLimits: THREAD_LIMITS,
    });
    this.#worker = worker;
    worker.on('message', ({ about, message, error }: SendThreadWarning) => {
      this.#deps.log.warn({ ...about, err: Object.assign(new Error(error.message), error) }, message);
    });
    worker.on('error', (err) => this.#deps.log.warn({ err }, 'the thread that sends webhooks failed'));
    worker.on('exit', () => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.#restUntil = this.#deps.clock.monotonic() + REST_MS;
    });
  }
}

async function isThereAny(db: Database): Promise<boolean> {
  const found = await db.selectFrom('webhook_endpoints').select('chain').limit(1).executeTakeFirst();
  return found !== undefined;
}
