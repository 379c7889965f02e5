/**
 * The threads that verify: started on demand, and ended after an idle time, so that an idle service needs no memory for
 * them.
 */
import { Worker } from 'node:worker_threads';
import type { DatabaseLocation } from '../../database/location.ts';
import { Failure } from '../../foundation/failure.ts';
import type { RangeAnswer, RangeQuestion } from './range.ts';
import type { VerifyThreadAnswer, VerifyThreadData } from './verify-thread.ts';

/** A verifier of ranges, on any thread. */
export interface RangeVerifier {
  /** The useful number of concurrent ranges. */
  readonly width: number;
  /** @throws {Failure} `unavailable` if the range could not be read. */
  verify(question: RangeQuestion): Promise<RangeAnswer>;
  close(): Promise<void>;
}

/** Long enough that consecutive verifications share their threads, ms. */
const IDLE_MS = 5000;
const RETRY_AFTER_SECONDS = 2;
/** The threads' garbage is short-lived. */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 16 };

interface Thread {
  worker: Worker;
  pending: PromiseWithResolvers<RangeAnswer> | null;
}

/** @param width the maximum number of threads. */
export function verifyThreads(database: DatabaseLocation, width: number): RangeVerifier {
  return new VerifyThreads(database, width);
}

class VerifyThreads implements RangeVerifier {
  readonly width: number;
  readonly #data: VerifyThreadData;
  readonly #threads = new Set<Thread>();
  readonly #waiting: (() => void)[] = [];
  #idle: NodeJS.Timeout | null = null;

  constructor(database: DatabaseLocation, width: number) {
    this.width = width;
    this.#data = { database };
  }

  async verify(question: RangeQuestion): Promise<RangeAnswer> {
    const pending = Promise.withResolvers<RangeAnswer>();
    let thread = this.#take(pending);
    while (thread === null) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      thread = this.#take(pending);
    }
    thread.worker.postMessage(question);
    try {
      return await pending.promise;
    } finally {
      thread.pending = null;
      this.#waiting.shift()?.();
      this.#stayAwake();
      this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    }
  }

  async close(): Promise<void> {
    this.#stayAwake();
    const free = [...this.#threads].filter(({ pending }) => pending === null);
    for (const thread of free) this.#threads.delete(thread);
    await Promise.all(free.map(({ worker }) => end(worker)));
  }

  #stayAwake(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
  }

  /** An idle thread, or a new one; null at the maximum. */
  #take(pending: PromiseWithResolvers<RangeAnswer>): Thread | null {
    this.#stayAwake();
    let thread = [...this.#threads].find((one) => one.pending === null);
    if (thread === undefined && this.#threads.size < this.width) thread = this.#start();
    if (thread === undefined) return null;
    thread.pending = pending;
    return thread;
  }

  #start(): Thread {
    const worker = new Worker(new URL('./verify-thread.ts', import.meta.url), {
      workerData: this.#data,
      resourceLimits: THREAD_LIMITS,
    });
    const thread: Thread = { worker, pending: null };
    this.#threads.add(thread);
    const lose = (cause: unknown) => {
      this.#threads.delete(thread);
      thread.pending?.reject(unavailable(cause));
    };
    worker.on('message', (message: VerifyThreadAnswer) => {
      if ('answer' in message) thread.pending?.resolve(message.answer);
      else thread.pending?.reject(unavailable(new Error(message.error)));
    });
    worker.on('error', lose);
    worker.on('exit', () => lose(new Error('a verifying thread ended')));
    return thread;
  }
}

async function end(worker: Worker): Promise<void> {
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  worker.postMessage('close');
  await ended;
}

function unavailable(cause: unknown): Failure {
  return Failure.unavailable(RETRY_AFTER_SECONDS, cause);
}
