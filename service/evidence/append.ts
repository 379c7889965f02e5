/**
 * The group commit. While one batch is being made durable the next one gathers, and a promise given here resolves
 * only after its artifact is on disk. Hashing and writing happen on a thread of their own (`append-thread.ts`), so
 * that an fsync never holds up the event loop.
 */
import { Worker } from 'node:worker_threads';
import { Failure } from '../foundation/failure.ts';
import { type AppendThreadData, type BatchAnswer, packBatch, type ThreadMessage } from './append-message.ts';
import type { Append, AppendResult } from './artifact.ts';

/** Entries that may wait; beyond, the service says it is unavailable rather than answer ever later. */
const MAX_WAITING = 10_000;
const MAX_BATCH = 256;
const RETRY_AFTER_SECONDS = 1;
/** The thread's garbage is short-lived, and a small nursery keeps the process small. */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 16 };
const APPENDED: AppendResult = { kind: 'appended' };

interface Waiting {
  append: Append;
  resolve: (result: AppendResult) => void;
  reject: (error: Error) => void;
}

export interface EvidenceAppender {
  /**
   * @throws {Failure} `unavailable` where the evidence could not be shown to be durable. Nothing was written then,
   * unless the database was lost in the very commit; but nothing was answered, so nothing is owed.
   */
  append(entry: Append): Promise<AppendResult>;
  /** Lets the database's log start anew at the next quiet moment between two batches. */
  restartLog(): void;
  /** Resolves when everything handed in is durable or refused, and the thread has ended. */
  close(): Promise<void>;
}

export function startAppender(data: AppendThreadData): EvidenceAppender {
  return new GroupCommit(data);
}

class GroupCommit implements EvidenceAppender {
  readonly #data: AppendThreadData;
  #worker: Worker | null = null;
  #waiting: Waiting[] = [];
  #inFlight: Waiting[] = [];
  #scheduled = false;
  #closing: PromiseWithResolvers<void> | null = null;

  constructor(data: AppendThreadData) {
    this.#data = data;
    this.#worker = this.#start();
  }

  append(entry: Append): Promise<AppendResult> {
    if (this.#closing !== null || this.#waiting.length >= MAX_WAITING) return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ append: entry, resolve, reject });
      this.#schedule();
    });
  }

  restartLog(): void {
    this.#post('restart log');
  }

  close(): Promise<void> {
    this.#closing ??= Promise.withResolvers<void>();
    this.#endIfIdle();
    return this.#closing.promise;
  }

  /** Waits for the rest of this turn's requests, so that they share one commit. */
  #schedule(): void {
    if (this.#scheduled || this.#inFlight.length > 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#send();
    });
  }

  #send(): void {
    if (this.#waiting.length === 0 || this.#inFlight.length > 0) return;
    this.#inFlight = this.#waiting.splice(0, MAX_BATCH);
    this.#post(packBatch(this.#inFlight.map((waiting) => waiting.append)));
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
    worker.on('message', (answer: BatchAnswer) => this.#settle(answer));
    worker.on('error', (cause) => this.#lose(worker, cause));
    worker.on('exit', () => this.#lose(worker, new Error('the evidence thread ended')));
    return worker;
  }

  #settle(answers: BatchAnswer): void {
    const settled = this.#inFlight;
    this.#inFlight = [];
    if (answers.some((answer) => answer?.kind === 'failed' && answer.unavailable)) this.#refuseWaiting();
    this.#send();
    settled.forEach((waiting, place) => {
      const answer = answers[place];
      if (answer === null) waiting.resolve(APPENDED);
      else if (answer === undefined) waiting.reject(unavailable());
      else if (answer.kind !== 'failed') waiting.resolve(answer);
      else if (answer.unavailable) waiting.reject(unavailable(new Error(answer.message)));
      else waiting.reject(new Error(`the evidence could not be written: ${answer.message}`));
    });
    this.#endIfIdle();
  }

  /** The thread died: what it held may or may not be durable, so nothing of it is answered with a verdict. */
  #lose(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    const lost = this.#inFlight;
    this.#inFlight = [];
    for (const waiting of lost) waiting.reject(unavailable(cause));
    this.#schedule();
    this.#endIfIdle();
  }

  /** Who waited behind a batch that the database did not take would only wait for the same timeout again. */
  #refuseWaiting(): void {
    for (const waiting of this.#waiting.splice(0)) waiting.reject(unavailable());
  }

  #endIfIdle(): void {
    const closing = this.#closing;
    if (closing === null || this.#inFlight.length > 0 || this.#waiting.length > 0) return;
    const worker = this.#worker;
    this.#worker = null;
    if (worker === null) {
      closing.resolve();
      return;
    }
    worker.once('exit', () => closing.resolve());
    worker.postMessage('close' satisfies ThreadMessage);
  }
}

function unavailable(cause?: unknown): Failure {
  return Failure.unavailable(RETRY_AFTER_SECONDS, cause);
}
