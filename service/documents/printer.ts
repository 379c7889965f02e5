/**
 * Sets documents as PDF on a thread, one after another, so that no evaluation waits for a page. The thread ends with the
 * document: they are few.
 */
import { Worker } from 'node:worker_threads';
import { Failure } from '../foundation/failure.ts';

const MAX_WAITING = 8;
const RETRY_AFTER_SECONDS = 5;

export class Printer<Contents> {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  readonly #thread: URL;
  readonly #mostWaiting: number;

  /** @param thread posts the bytes of the document made of its `workerData`, and ends. */
  constructor(thread: URL, mostWaiting = MAX_WAITING) {
    this.#thread = thread;
    this.#mostWaiting = mostWaiting;
  }

  /** @throws {Failure} `unavailable` where too many wait. */
  async print(contents: Contents): Promise<Uint8Array> {
    if (this.#waiting === this.#mostWaiting) {
      throw Failure.unavailable(RETRY_AFTER_SECONDS, new Error('too many documents are waiting to be set'));
    }
    this.#waiting += 1;
    const mine = this.#last.then(() => this.#printed(contents));
    this.#last = mine.catch(() => undefined);
    try {
      return await mine;
    } finally {
      this.#waiting -= 1;
    }
  }

  #printed(contents: Contents): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const worker = new Worker(this.#thread, { workerData: contents });
      worker.once('message', resolve);
      worker.once('error', reject);
      // Where it has answered, this comes too late to matter.
      worker.once('exit', (code) => reject(new Error(`the thread of a document ended with ${code}`)));
    });
  }
}
