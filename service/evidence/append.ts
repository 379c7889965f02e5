/**
 * The group commit. While one batch is being made durable the next one gathers, and a promise given here resolves
 * only after its artifact is on disk.
 */
import { openAppendStore } from '../database/append-open.ts';
import type { DatabaseLocation } from '../database/location.ts';
import { Failure } from '../foundation/failure.ts';
import type { FillRandom } from '../foundation/ids.ts';
import { type BatchAnswer, type BatchCommitter, committerOver } from './append-batch.ts';
import { ThreadCommitter } from './append-by-thread.ts';
import type { Append, AppendResult } from './artifact.ts';

/** Entries that may wait; beyond, the service says it is unavailable rather than answer ever later. */
const MAX_WAITING = 10_000;
const MAX_BATCH = 256;
const RETRY_AFTER_SECONDS = 1;
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
  /** Resolves when everything handed in is durable or refused, and what committed it is closed. */
  close(): Promise<void>;
}

/**
 * A database in a file is written on a thread of its own, because its calls block. A server is asked from the event
 * loop, because waiting for it blocks nothing, and handing over to a thread would cost more than hashing.
 */
export async function startAppender(
  database: DatabaseLocation,
  fillRandom: FillRandom,
): Promise<EvidenceAppender> {
  if (database.kind === 'sqlite') return new GroupCommit(new ThreadCommitter({ database }));
  return new GroupCommit(committerOver(await openAppendStore(database), fillRandom));
}

class GroupCommit implements EvidenceAppender {
  readonly #committer: BatchCommitter;
  #waiting: Waiting[] = [];
  #inFlight = 0;
  #scheduled = false;
  #closing: Promise<void> | null = null;
  #whenIdle: () => void = () => {};

  constructor(committer: BatchCommitter) {
    this.#committer = committer;
  }

  append(entry: Append): Promise<AppendResult> {
    if (this.#closing !== null || this.#waiting.length >= MAX_WAITING) return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ append: entry, resolve, reject });
      this.#schedule();
    });
  }

  restartLog(): void {
    if (this.#closing === null) this.#committer.restartLog();
  }

  close(): Promise<void> {
    this.#closing ??= this.#idle().then(() => this.#committer.close());
    return this.#closing;
  }

  /** Waits for the rest of this turn's requests, so that they share one commit. */
  #schedule(): void {
    if (this.#scheduled || this.#inFlight > 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#send();
    });
  }

  #send(): void {
    if (this.#inFlight > 0) return;
    const batch = this.#waiting.splice(0, MAX_BATCH);
    if (batch.length === 0) {
      this.#whenIdle();
      return;
    }
    this.#inFlight = batch.length;
    this.#committer.commit(batch.map((waiting) => waiting.append)).then(
      (answers) => this.#settle(batch, answers),
      (cause: unknown) => this.#lose(batch, cause),
    );
  }

  #settle(batch: Waiting[], answers: BatchAnswer): void {
    if (answers.some((answer) => answer?.kind === 'failed' && answer.unavailable)) this.#refuseWaiting();
    this.#inFlight = 0;
    this.#send();
    batch.forEach((waiting, place) => {
      const answer = answers[place];
      if (answer === null) waiting.resolve(APPENDED);
      else if (answer === undefined) waiting.reject(unavailable());
      else if (answer.kind !== 'failed') waiting.resolve(answer);
      else if (answer.unavailable) waiting.reject(unavailable(new Error(answer.message)));
      else waiting.reject(new Error(`the evidence could not be written: ${answer.message}`));
    });
  }

  /** What was under way may or may not be durable, so nothing of it is answered with a verdict. */
  #lose(batch: Waiting[], cause: unknown): void {
    this.#inFlight = 0;
    for (const waiting of batch) waiting.reject(unavailable(cause));
    this.#send();
  }

  /** Who waited behind a batch that the database did not take would only wait for the same timeout again. */
  #refuseWaiting(): void {
    for (const waiting of this.#waiting.splice(0)) waiting.reject(unavailable());
  }

  #idle(): Promise<void> {
    if (this.#inFlight === 0 && this.#waiting.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#whenIdle = resolve;
    });
  }
}

function unavailable(cause?: unknown): Failure {
  return Failure.unavailable(RETRY_AFTER_SECONDS, cause);
}
