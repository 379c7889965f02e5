/** The thread that checks run on: started when the first of them wants it, and ended when none has for a while. */
import { Worker } from 'node:worker_threads';
import type { DatabaseLocation } from '../database/location.ts';
import { Failure } from '../foundation/failure.ts';
import type { CheckContext, RegistryReport } from './registry.ts';

export interface TruthThreadData {
  location: DatabaseLocation;
}

export interface CheckMessage {
  /** Of this check among those under way. */
  id: number;
  module: string;
  extra: unknown;
  context: Omit<CheckContext, 'db' | 'location'>;
}

export type CheckAnswer = { id: number } & (
  | { report: RegistryReport }
  | { message: string; unavailable: boolean }
);

const THREAD_LIMITS = { maxYoungGenerationSizeMb: 16 };
const RETRY_AFTER_SECONDS = 1;
/** Starting a thread takes a good part of a second, so it waits for another run. */
const IDLE_MS = 5000;

/** Checks that are under way together share the thread, by turns: see `rangesOf` and `pagesOf`. */
export class TruthThread {
  readonly #data: TruthThreadData;
  #worker: Worker | null = null;
  readonly #waiting = new Map<number, PromiseWithResolvers<RegistryReport>>();
  #started = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(data: TruthThreadData) {
    this.#data = data;
  }

  /** @throws {Failure} `unavailable` where the thread ended, or was ended. */
  run(check: Omit<CheckMessage, 'id'>): Promise<RegistryReport> {
    clearTimeout(this.#idle);
    const waiting = Promise.withResolvers<RegistryReport>();
    this.#worker ??= this.#start();
    this.#started += 1;
    this.#waiting.set(this.#started, waiting);
    this.#worker.postMessage({ ...check, id: this.#started } satisfies CheckMessage);
    return waiting.promise;
  }

  /** Ends it, whatever it is at. */
  async end(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    if (worker === null) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    if (this.#waiting.size === 0) worker.postMessage('close');
    else void worker.terminate();
    await ended;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./truth-thread.ts', import.meta.url), {
      workerData: this.#data,
      resourceLimits: THREAD_LIMITS,
    });
    worker.on('message', (answer: CheckAnswer) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if (this.#waiting.size === 0) this.#idle = setTimeout(() => void this.end(), IDLE_MS).unref();
      if ('report' in answer) return waiting?.resolve(answer.report);
      const cause = new Error(answer.message);
      waiting?.reject(answer.unavailable ? unavailable(cause) : cause);
    });
    worker.on('error', (cause) => this.#lose(worker, cause));
    worker.on('exit', () => this.#lose(worker, new Error('the truth thread ended')));
    return worker;
  }

  #lose(worker: Worker, cause: unknown): void {
    if (this.#worker === worker) this.#worker = null;
    else if (this.#worker !== null) return;
    for (const waiting of this.#waiting.values()) waiting.reject(unavailable(cause));
    this.#waiting.clear();
  }
}

function unavailable(cause: unknown): Failure {
  return Failure.unavailable(RETRY_AFTER_SECONDS, cause);
}
