/**
 * One exchange, as undici reports it: it keeps the first part of the answer and does not wait for more. It ends once;
 * later data is ignored.
 */
import type { Dispatcher } from 'undici';
import type { Clock } from '../../../foundation/clock.ts';
import { retryAfterMs } from './send-fault.ts';

type Controller = Dispatcher.DispatchController;
type Headers = Record<string, string | string[] | undefined>;

export interface Answer {
  /** The HTTP status; null where no answer began. A 2xx alone is no success: the answer may break off or never end. */
  status: number | null;
  /** The error in words for the log that the tenant reads; null only where it was delivered. */
  error: string | null;
  /** At most the first 4,096 bytes of the body; null where no answer began. */
  response: Uint8Array | null;
  durationMs: number;
  /** The delay that a 429 or 503 asks for, at most a day, ms. */
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
  #abortReason: Error | null = null;

  /** @param answer is filled with the parts that arrive. @param maxBytes of the body. */
  constructor(answer: Answer, maxBytes: number, clock: Clock) {
    this.ended = this.#end.promise;
    this.#answer = answer;
    this.#maxBytes = maxBytes;
    this.#clock = clock;
  }

  breakOff(reason: Error): void {
    this.#abortReason = reason;
    this.#finish(reason);
    this.#controller?.abort(reason);
  }

  /** Called before anything is sent. A request can't be aborted while it connects. */
  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#abortReason !== null) controller.abort(this.#abortReason);
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
