/**
 * Sets documents as PDF on a thread, one after another, so that no evaluation waits for a page. Documents are few, so
 * the thread ends with each.
 */
import { Failure } from '../foundation/failure.ts';
import { Thread } from '../foundation/thread.ts';

const MAX_WAITING = 8;
const RETRY_AFTER_SECONDS = 5;

export class Printer<Contents> {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  readonly #thread: URL;
  readonly #mostWaiting: number;

  /** @param thread answers contents with the bytes of their document. */
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

  async #printed(contents: Contents): Promise<Uint8Array> {
    const thread = new Thread<Contents, Uint8Array>(this.#thread);
    try {
      return await thread.ask(contents);
    } finally {
      await thread.close();
    }
  }
}
