/** Commits batches on a separate thread, and restarts the thread if it ends. */
import { Thread } from '../../foundation/thread.ts';
import type { Append } from '../artifact.ts';
import type { BatchAnswer, BatchCommitter } from './append-batch.ts';
import { type AppendThreadData, packBatch, type ThreadMessage } from './append-message.ts';

export class ThreadCommitter implements BatchCommitter {
  readonly #data: AppendThreadData;
  #thread: Thread<ThreadMessage | Uint8Array, BatchAnswer>;

  constructor(data: AppendThreadData) {
    this.#data = data;
    this.#thread = this.#start();
  }

  commit(batch: Append[]): Promise<BatchAnswer> {
    return this.ask(packBatch(batch));
  }

  /** Rejects only if the fate of the request is unknown. */
  ask(message: ThreadMessage | Uint8Array): Promise<BatchAnswer> {
    if (this.#thread.ended) this.#thread = this.#start();
    return this.#thread.ask(message);
  }

  restartLog(): void {
    // If the thread has ended, the next one begins with a new log.
    this.#thread.ask('restart log').catch(() => undefined);
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  #start(): Thread<ThreadMessage | Uint8Array, BatchAnswer> {
    return new Thread(new URL('./append-thread.ts', import.meta.url), { data: this.#data });
  }
}
