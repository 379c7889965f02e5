/**
 * Sets invoices as PDF on a thread, one after another, so that no evaluation waits for a page. The thread ends with the
 * invoice: they are few.
 */
import { Worker } from 'node:worker_threads';
import { Failure } from '../foundation/failure.ts';
import type { Invoice } from './invoice.ts';

const MOST_WAITING = 8;
const RETRY_AFTER_SECONDS = 5;

export class InvoicePrinter {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  readonly #mostWaiting: number;

  constructor(mostWaiting = MOST_WAITING) {
    this.#mostWaiting = mostWaiting;
  }

  /** @throws {Failure} `unavailable` where too many wait. */
  async print(invoice: Invoice): Promise<Uint8Array> {
    if (this.#waiting === this.#mostWaiting) {
      throw Failure.unavailable(RETRY_AFTER_SECONDS, new Error('too many invoices are waiting to be set'));
    }
    this.#waiting += 1;
    const mine = this.#last.then(() => printed(invoice));
    this.#last = mine.catch(() => undefined);
    try {
      return await mine;
    } finally {
      this.#waiting -= 1;
    }
  }
}

function printed(invoice: Invoice): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./invoice-thread.ts', import.meta.url), { workerData: invoice });
    worker.once('message', resolve);
    worker.once('error', reject);
    // Where it has answered, this comes too late to matter.
    worker.once('exit', (code) => reject(new Error(`the thread of an invoice ended with ${code}`)));
  });
}
