/** The group commit: while one batch is being made durable, the next one gathers. */

import { openAppendStore } from '../../database/append-open.ts';
import { Damaged } from '../../database/files/damage.ts';
import type { DatabaseLocation } from '../../database/location.ts';
import { Failure } from '../../foundation/failure.ts';
import type { FillRandom } from '../../foundation/ids.ts';
import type { Append, AppendResult } from '../artifact.ts';
import { type BatchAnswer, type BatchCommitter, committerOver, type Refused } from './append-batch.ts';
import { ThreadCommitter } from './append-by-thread.ts';
import type { EvidenceAppender, GroupCommitDeps } from './appender.ts';
import { endRecordings, type Recording } from './recording.ts';

/** The number of entries that may wait. Beyond it the service is unavailable, so that waiting times don't grow. */
const MAX_WAITING = 10_000;
export const MAX_BATCH = 256;
/**
 * Sent to the thread before the turn ends, so that it writes while the event loop judges: at 64 connections, 0.59 of
 * bare Fastify's rate instead of 0.48. An event loop that writes itself gains nothing, and commits more often.
 */
const ENOUGH_FOR_THREAD = 32;
const RETRY_AFTER_SECONDS = 1;
const APPENDED: AppendResult = { kind: 'appended' };
/** How long the last commit counts as a sign that the next one will succeed, ms. */
const OUTCOME_HOLDS_MS = 1000;

interface Waiting {
  append: Append;
  traced: Recording | undefined;
  resolve: (result: AppendResult) => void;
  reject: (error: Error) => void;
}

/**
 * A database in a file blocks, so a thread writes it. Waiting for a server blocks nothing, and handing entries to a
 * thread would cost more than hashing. @param shared commits for several processes, and replaces both.
 */
export async function startAppender(
  database: DatabaseLocation,
  fillRandom: FillRandom,
  deps: GroupCommitDeps,
  shared?: BatchCommitter,
): Promise<EvidenceAppender> {
  if (shared !== undefined) return new GroupCommit(shared, deps, ENOUGH_FOR_THREAD);
  if (database.kind === 'sqlite') {
    return new GroupCommit(new ThreadCommitter({ database }), deps, ENOUGH_FOR_THREAD);
  }
  return new GroupCommit(committerOver(await openAppendStore(database), fillRandom), deps, MAX_WAITING);
}

class GroupCommit implements EvidenceAppender {
  readonly #committer: BatchCommitter;
  readonly #deps: GroupCommitDeps;
  readonly #enough: number;
  #waiting: Waiting[] = [];
  /** Callers that wait for the result of the next commit without an entry. */
  #asking: PromiseWithResolvers<void>[] = [];
  #last: { failure: Failure | null; atMs: number } = { failure: null, atMs: Number.NEGATIVE_INFINITY };
  #inFlight = 0;
  #unwritten = new Set<number>();
  #scheduled = false;
  #closing: Promise<void> | null = null;
  #whenIdle: () => void = () => {};

  /** @param enough the number of entries that are sent at once if no batch is under way. */
  constructor(committer: BatchCommitter, deps: GroupCommitDeps, enough: number) {
    this.#deps = deps;
    this.#committer = committer;
    this.#enough = enough;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  append(entry: Append): Promise<AppendResult> {
    if (this.#closing !== null) return Promise.reject(unavailable());
    if (this.#waiting.length >= MAX_WAITING) {
      this.#deps.measured.evidenceFailed(1);
      return Promise.reject(unavailable());
    }
    const place = this.#deps.traced.present();
    // Later work on an event belongs to the trace of its cause.
    if (place !== undefined) for (const event of entry.events ?? []) event.trace_context = place.context;
    const span = place?.begin('record');
    const traced = span && { span, waitsSince: this.#deps.clock.monotonic() };
    return new Promise((resolve, reject) => {
      this.#waiting.push({ append: entry, traced, resolve, reject });
      this.#deps.overload.entered(entry.chain);
      if (this.#waiting.length >= this.#enough) this.#send();
      else this.#schedule();
    });
  }

  /** Rules are those of the rooms above. */
  async requireAllowed(): Promise<void> {}

  async requireWritable(): Promise<void> {
    if (this.#closing !== null) throw unavailable();
    const { failure, atMs } = this.#last;
    if (this.#deps.clock.monotonic() - atMs >= OUTCOME_HOLDS_MS) {
      const asking = Promise.withResolvers<void>();
      this.#asking.push(asking);
      this.#schedule();
      return asking.promise;
    }
    if (failure !== null) throw failure;
  }

  restartLog(): void {
    if (this.#closing === null) this.#committer.restartLog();
  }

  takeUnwritten(): number[] {
    const chains = [...this.#unwritten];
    this.#unwritten.clear();
    return chains;
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
    if (batch.length === 0 && this.#asking.length === 0) {
      this.#whenIdle();
      return;
    }
    this.#inFlight = batch.length || 1;
    const sentAt = this.#deps.clock.monotonic();
    this.#deps.overload.commitBegan();
    this.#commit(batch.map((waiting) => waiting.append)).then(
      (answers) => this.#settle(batch, answers, sentAt),
      (cause: unknown) => this.#lose(batch, cause, sentAt),
    );
  }

  /** A commit counts only while the keys that will sign it are still there. */
  async #commit(batch: Append[]): Promise<BatchAnswer> {
    const answers = await this.#committer.commit(batch);
    if (answers[0]?.kind !== 'failed') await this.#deps.signingFolder.require();
    return answers;
  }

  #settle(batch: Waiting[], answers: BatchAnswer, sentAt: number): void {
    if (answers.some((answer) => answer?.kind === 'failed' && answer.fault === 'unavailable'))
      this.#refuseWaiting();
    const failed = answers.filter((answer) => answer?.kind === 'failed').length;
    const hasFailed = failed === answers.length;
    const [first] = answers;
    const why = first?.kind === 'failed' ? this.#causeOf(first) : undefined;
    endRecordings(batch, sentAt, hasFailed);
    if (failed > 0) this.#deps.measured.evidenceFailed(failed);
    if (!hasFailed)
      this.#deps.measured.batchCommitted(batch.length - failed, this.#deps.clock.monotonic() - sentAt);
    this.#tell(hasFailed ? unavailable(why) : null);
    this.#inFlight = 0;
    this.#deps.overload.commitEnded(batch);
    this.#send();
    batch.forEach((waiting, place) => {
      const answer = answers[place];
      if (answer === null) waiting.resolve(APPENDED);
      else if (answer === undefined) waiting.reject(unavailable());
      else if (answer.kind !== 'failed') waiting.resolve(answer);
      else waiting.reject(this.#refused(waiting, answer));
    });
  }

  /** If the reason is unknown here, the chain is searched for it. */
  #refused({ append: { chain } }: Waiting, refused: Refused): Failure {
    if (refused.fault !== 'unknown') return unavailable(this.#causeOf(refused));
    this.#unwritten.add(chain);
    return unavailable(new Error(`the evidence could not be written: ${refused.message}`));
  }

  #causeOf({ fault, message }: Refused): Error {
    if (fault !== 'damaged') return new Error(message);
    const damage = new Damaged(message);
    this.#deps.damage.note(damage);
    return damage;
  }

  /** Entries under way may or may not be durable, so none of them gets a verdict. */
  #lose(batch: Waiting[], cause: unknown, sentAt: number): void {
    endRecordings(batch, sentAt, true);
    this.#deps.measured.evidenceFailed(batch.length);
    this.#tell(unavailable(cause));
    this.#inFlight = 0;
    this.#deps.overload.commitEnded(batch);
    for (const waiting of batch) waiting.reject(unavailable(cause));
    this.#send();
  }

  /** Also answers callers that asked while the commit was under way. */
  #tell(failure: Failure | null): void {
    this.#last = { failure, atMs: this.#deps.clock.monotonic() };
    for (const asking of this.#asking.splice(0)) {
      if (failure === null) asking.resolve();
      else asking.reject(failure);
    }
  }

  /** Entries that waited for a batch that the database didn't accept would only run into the same timeout. */
  #refuseWaiting(): void {
    const refused = this.#waiting.splice(0);
    this.#deps.measured.evidenceFailed(refused.length);
    this.#deps.overload.left(refused);
    for (const waiting of refused) {
      waiting.traced?.span.end('unavailable');
      waiting.reject(unavailable());
    }
  }

  #idle(): Promise<void> {
    if (this.#inFlight === 0 && this.#waiting.length + this.#asking.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#whenIdle = resolve;
    });
  }
}

function unavailable(cause?: unknown): Failure {
  return Failure.unavailable(RETRY_AFTER_SECONDS, cause);
}
