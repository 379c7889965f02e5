/**
 * One exchange, as undici reports it. It keeps the first part of the answer and does not wait for more. It ends only
 * once; later data is ignored.
 */
import type { Dispatcher } from 'undici';
import type { Clock } from '../../../foundation/clock.ts';
import { retryAfterMs } from './send-fault.ts';

type Controller = Dispatcher.DispatchController;
type Headers = Record<string, string | string[] | undefined>;

export interface Answer {
  /**
   * The HTTP status; null if no answer began. A 2xx alone does not mean success: the answer may break off or never end.
   */
  status: number | null;
  /** The error in words for the log that the tenant reads; null only if the webhook was delivered. */
  error: string | null;
  /** At most the first 4,096 bytes of the body; null if no answer began. */
  response: Uint8Array | null;
  durationMs: number;
  /** Nothing was sent, because this target may not be reached. */
  isRefused?: true;
  /** The delay that a 429 or 503 asks for, at most a day, ms. */
  retryAfterMs: number | null;
}

export class Exchange implements Dispatcher.DispatchHandler {
  /** Resolves when enough of the answer has arrived; rejects if that does not happen. */
  readonly ended: Promise<void>;
  readonly #end = Promise.withResolvers<void>();
  readonly #answer: Answer;
  readonly #maxBytes: number;
  readonly #clock: Clock;
  readonly #parts: Buffer[] = [];
  #bytes = 0;
  #controller: Controller | null = null;
  #abortReason: Error | null = null;

  /** @param answer is filled with the parts that arrive. @param maxBytes the limit for the body. */
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

  /** Called before anything is sent. A request can't be aborted while it is connecting. */
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
    // Enough of the answer has arrived. A body may never end, so the rest is not awaited.
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
