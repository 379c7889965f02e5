/** The thread that the checks of one run share, started when the first of them wants it. */
import { Worker } from 'node:worker_threads';
import type { DatabaseLocation } from '../../database/location.ts';
import { Failure } from '../../foundation/failure.ts';
import type { CheckContext, RegistryReport } from './registry.ts';

export interface TruthThreadData {
  location: DatabaseLocation;
  context: Omit<CheckContext, 'db'>;
}

export interface CheckMessage {
  module: string;
  extra: unknown;
}

export type CheckAnswer = { report: RegistryReport } | { message: string; unavailable: boolean };

const THREAD_LIMITS = { maxYoungGenerationSizeMb: 16 };
const RETRY_AFTER_SECONDS = 1;

/** One check at a time. */
export class TruthThread {
  readonly #data: TruthThreadData;
  #worker: Worker | null = null;
  #waiting: PromiseWithResolvers<RegistryReport> | null = null;

  constructor(data: TruthThreadData) {
    this.#data = data;
  }

  /** @throws {Failure} `unavailable` where the thread ended, or was ended. */
  run(module: string, extra?: unknown): Promise<RegistryReport> {
    const waiting = Promise.withResolvers<RegistryReport>();
    this.#waiting = waiting;
    this.#worker ??= this.#start();
    this.#worker.postMessage({ module, extra } satisfies CheckMessage);
    return waiting.promise;
  }

  /** Ends it, whatever it is at. */
  async end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    if (worker === null) return;
    if (this.#waiting !== null) {
      await worker.terminate();
    } else {
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage('close');
      await ended;
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL('./truth-thread.ts', import.meta.url), {
      workerData: this.#data,
      resourceLimits: THREAD_LIMITS,
    });
    worker.on('message', (answer: CheckAnswer) => {
      if ('report' in answer) this.#settle()?.resolve(answer.report);
      else {
        const cause = new Error(answer.message);
        this.#settle()?.reject(answer.unavailable ? unavailable(cause) : cause);
      }
    });
    worker.on('error', (cause) => this.#settle()?.reject(unavailable(cause)));
    worker.on('exit', () => this.#settle()?.reject(unavailable(new Error('the truth thread ended'))));
    return worker;
  }

  #settle(): PromiseWithResolvers<RegistryReport> | null {
    const waiting = this.#waiting;
    this.#waiting = null;
    return waiting;
  }
}

function unavailable(cause: unknown): Failure {
  return Failure.unavailable(RETRY_AFTER_SECONDS, cause);
}
