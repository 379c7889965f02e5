/**
 * One exchange, as undici reports it: it keeps so much of the answer and waits for no more. It ends once, and what comes
 * after that is ignored.
 */
import type { Dispatcher } from 'undici';
import type { Clock } from '../../foundation/clock.ts';
import { retryAfterMs } from './send-fault.ts';

type Controller = Dispatcher.DispatchController;
type Headers = Record<string, string | string[] | undefined>;

export interface Answer {
  /** Of HTTP; null where no answer began. A 2xx alone is no success: the answer may break off or never end. */
  status: number | null;
  /** What went wrong, in words for the log that the tenant reads; null exactly where it was delivered. */
  error: string | null;
  /** At most the first 4,096 bytes of the body; null where no answer began. */
  response: Uint8Array | null;
  durationMs: number;
  /** What a 429 or 503 asks for, from now, at most a day. */
  retryAfterMs: number | null;
}

export class Exchange implements Dispatcher.DispatchHandler {
  /** Resolves when enough of the answer is there; rejects where it does not get so far. */
  readonly ended: Promise<void>;
  readonly #end = Promise.withResolvers<void>();
  readonly #answer: Answer;
  readonly #maxBytes: number;
  readonly #clock: Clock;
  readonly #parts: Buffer[] = [];
  #bytes = 0;
  #controller: Controller | null = null;
  #brokenOff: Error | null = null;

  /** @param answer is filled as far as it gets. @param maxBytes of the body. */
  constructor(answer: Answer, maxBytes: number, clock: Clock) {
    this.ended = this.#end.promise;
    this.#answer = answer;
    this.#maxBytes = maxBytes;
    this.#clock = clock;
  }

  breakOff(reason: Error): void {
    this.#brokenOff = reason;
    this.#finish(reason);
    this.#controller?.abort(reason);
  }

  /** Before anything is sent. While it connected, there was nothing to break off. */
  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#brokenOff !== null) controller.abort(this.#brokenOff);
  }

  onResponseStart(_: Controller, status: number, headers: Headers): void {
    const isInterim = status < 200;
    if (isInterim) return;
    this.#answer.status = status;
    this.#answer.retryAfterMs = retryAfterMs(status, headers['retry-after'], this.#clock.now());
  }

  onResponseData(controller: Controller, part: Buffer): void {
    this.#parts.push(part);
    this.#bytes += part.length;
    if (this.#bytes < this.#maxBytes) return;
    // Enough has come to call it an answer. A body without an end is not waited for.
    this.#finish(null);
    controller.abort(new Error('enough was read'));
  }

  onResponseEnd(): void {
    this.#finish(null);
  }

  onResponseError(_: Controller, error: Error): void {
    this.#finish(error);
  }

  #finish(error: Error | null): void {
    if (this.#answer.status !== null) {
      this.#answer.response ??= Buffer.concat(this.#parts).subarray(0, this.#maxBytes);
    }
    if (error === null) this.#end.resolve();
    else this.#end.reject(error);
  }
}
