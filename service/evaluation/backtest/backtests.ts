/**
 * Back-tests as the service offers them: one at a time for each chain at this node, on threads that are started for it
 * and end with it, so that no other request is held up. One that no caller waits for any more is broken off.
 */

import { Worker } from 'node:worker_threads';
import type { DatabaseLocation } from '../../database/location.ts';
import type { Database } from '../../database/open.ts';
import { spansWith } from '../../evidence/index.ts';
import type { Clock } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import type { BacktestThreadAnswer, BacktestThreadData, RangeWanted } from './backtest-thread.ts';
import {
  addFound,
  type BacktestQuestion,
  type BacktestResult,
  type Change,
  type Found,
  nothingFound,
} from './question.ts';

export interface BacktestWatch {
  /** Called now and then with how many artifacts were looked at, of how many. */
  onProgress?: (done: number, total: number) => void;
  /** Breaks it off. */
  signal?: AbortSignal;
}

export interface Backtests {
  /**
   * @throws {Failure} `conflict` while another is under way on this chain; `rate_limited` while too many are on others;
   *   `unavailable` where the evidence could not be read, or the service closes.
   * @throws the signal's reason once it is aborted.
   */
  run(question: BacktestQuestion, watch?: BacktestWatch): Promise<BacktestResult>;
  /** Breaks off what is under way. */
  close(): Promise<void>;
}

export interface BacktestDeps {
  db: Database;
  database: DatabaseLocation;
  clock: Clock;
  /** Threads to each, at most. */
  width: number;
}

/** Taken by one thread in one go: some tenths of a second, after which progress is reported. */
const RANGE_POSITIONS = 8192;
const RETRY_AFTER_SECONDS = 2;
/** Of all chains together. */
const MAX_AT_ONCE = 4;
const RETRY_AFTER_OTHERS_SECONDS = 10;
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 32 };

export function backtestsOver(deps: BacktestDeps): Backtests {
  const { db, clock } = deps;
  const underWay = new Map<number, { stop: AbortController; ended: Promise<unknown> }>();
  let closed = false;

  const run: Backtests['run'] = async (question, { onProgress, signal } = {}) => {
    const { chain } = question;
    if (closed) throw closing();
    if (underWay.has(chain)) {
      throw new Failure('conflict', 'Another back-test is under way here. Wait until it has ended.');
    }
    if (underWay.size >= MAX_AT_ONCE) throw tooMany();
    const stop = new AbortController();
    const work = async (): Promise<BacktestResult> => {
      const startedAt = clock.monotonic();
      const spans = await spansWith(db, chain, { ...question, artifactType: 'governance_eval' });
      const either = signal === undefined ? stop.signal : AbortSignal.any([stop.signal, signal]);
      const found = await replayAll(deps, question, rangesOf(spans), either, onProgress);
      found.changed.sort(byFrequency);
      return { ...found, durationMs: Math.round(clock.monotonic() - startedAt) };
    };
    const ended = work();
    underWay.set(chain, { stop, ended });
    try {
      return await ended;
    } finally {
      underWay.delete(chain);
    }
  };

  return {
    run,
    async close() {
      closed = true;
      const runs = [...underWay.values()];
      for (const { stop } of runs) stop.abort(closing());
      await Promise.allSettled(runs.map(({ ended }) => ended));
    },
  };
}

function byFrequency(one: Change, other: Change): number {
  if (one.count !== other.count) return other.count - one.count;
  return `${one.from} ${one.to}` < `${other.from} ${other.to}` ? -1 : 1;
}

function tooMany(): Failure {
  const details = { retryAfterSeconds: RETRY_AFTER_OTHERS_SECONDS };
  return new Failure('rate_limited', 'Too many back-tests are under way at once.', { details });
}

function closing(): Failure {
  return Failure.unavailable(RETRY_AFTER_SECONDS, new Error('the service closes'));
}

function rangesOf(spans: readonly RangeWanted[]): RangeWanted[] {
  return spans.flatMap(({ start, end }) => {
    const count = Math.ceil((end - start) / RANGE_POSITIONS);
    return Array.from({ length: count }, (_, place) => {
      const from = start + place * RANGE_POSITIONS;
      return { start: from, end: Math.min(from + RANGE_POSITIONS, end) };
    });
  });
}

async function replayAll(
  { database, width }: BacktestDeps,
  question: BacktestQuestion,
  ranges: readonly RangeWanted[],
  stopping: AbortSignal,
  onProgress: BacktestWatch['onProgress'] = () => undefined,
): Promise<Found> {
  const sum = nothingFound(question);
  const total = ranges.reduce((all, { start, end }) => all + end - start, 0);
  let [next, done] = [0, 0];
  onProgress(done, total);
  const lane = async (): Promise<void> => {
    const thread = startThread({ database, question }, stopping);
    try {
      for (;;) {
        stopping.throwIfAborted();
        const range = ranges[next];
        if (range === undefined) return;
        next += 1;
        addFound(sum, await thread.ask(range), question.examples);
        done += range.end - range.start;
        onProgress(done, total);
      }
    } catch (error) {
      // The other lanes have nothing left to do either.
      next = ranges.length;
      throw error;
    } finally {
      await thread.end();
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: Math.min(width, ranges.length) }, lane));
  const failed = lanes.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return sum;
}

interface Thread {
  ask(range: RangeWanted): Promise<Found>;
  end(): Promise<void>;
}

function startThread(data: BacktestThreadData, stopping: AbortSignal): Thread {
  const worker = new Worker(new URL('./backtest-thread.ts', import.meta.url), {
    workerData: data,
    resourceLimits: THREAD_LIMITS,
  });
  let waiting: PromiseWithResolvers<Found> | null = null;
  let lost: Failure | null = null;
  const lose = (cause: unknown) => {
    lost ??= unavailable(cause);
    waiting?.reject(lost);
  };
  const stop = () => waiting?.reject(stopping.reason);
  worker.on('message', (answer: BacktestThreadAnswer) => {
    if ('found' in answer) waiting?.resolve(answer.found);
    else lose(new Error(answer.error));
  });
  worker.on('error', lose);
  worker.on('exit', () => lose(new Error('a thread of the back-test ended')));
  stopping.addEventListener('abort', stop);
  return {
    async ask(range) {
      if (lost !== null) throw lost;
      waiting = Promise.withResolvers<Found>();
      worker.postMessage(range);
      return waiting.promise;
    },
    async end() {
      stopping.removeEventListener('abort', stop);
      waiting = null;
      await worker.terminate();
    },
  };
}

function unavailable(cause: unknown): Failure {
  return Failure.unavailable(RETRY_AFTER_SECONDS, cause);
}
