/** Commits batches on a separate thread, and starts the thread again if it ended. */
import { Worker } from 'node:worker_threads';
import type { Append } from '../artifact.ts';
import type { BatchAnswer, BatchCommitter } from './append-batch.ts';
import { type AppendThreadData, packBatch, type ThreadMessage } from './append-message.ts';

/** The thread's garbage is short-lived, and a small nursery keeps the process small. */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 16 };

export class ThreadCommitter implements BatchCommitter {
  readonly #data: AppendThreadData;
  #worker: Worker | null;
  #pending: PromiseWithResolvers<BatchAnswer> | null = null;

  constructor(data: AppendThreadData) {
    this.#data = data;
    this.#worker = this.#start();
  }

  commit(batch: Append[]): Promise<BatchAnswer> {
    this.#pending = Promise.withResolvers<BatchAnswer>();
    this.#post(packBatch(batch));
    return this.#pending.promise;
  }

  restartLog(): void {
    this.#post('restart log');
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    if (worker === null) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('close' satisfies ThreadMessage);
    await ended;
  }

  #post(message: ThreadMessage): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(message);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./append-thread.ts', import.meta.url), {
      workerData: this.#data,
      resourceLimits: THREAD_LIMITS,
    });
    worker.on('message', (answer: BatchAnswer) => this.#pending?.resolve(answer));
    worker.on('error', (cause) => this.#lose(worker, cause));
    worker.on('exit', () => this.#lose(worker, new Error('the evidence thread ended')));
    return worker;
  }

  #lose(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    this.#pending?.reject(cause);
  }
}
