/**
 * Runs back-tests: one at a time for each chain at this node, on threads that start and end with it, so that no other
 * request is held up. A back-test is stopped when its caller no longer waits.
 */

import type { DatabaseLocation } from '../../database/location.ts';
import type { Database } from '../../database/open.ts';
import { spansWith } from '../../evidence/search/index.ts';
import type { Clock } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import { Thread } from '../../foundation/thread.ts';
import type { BacktestThreadData, RangeWanted } from './backtest-thread.ts';
import {
  addFound,
  type BacktestQuestion,
  type BacktestResult,
  type Found,
  nothingFound,
  sortChanges,
} from './question.ts';

export interface BacktestWatch {
  /** Called from time to time with the number of artifacts read so far, and the number of all. */
  onProgress?: (done: number, total: number) => void;
  /** Stops the back-test. */
  signal?: AbortSignal;
}

export interface Backtests {
  /**
   * @throws {Failure} `conflict` while another is under way on this chain; `rate_limited` while too many are on others;
   *   `unavailable` where the evidence could not be read, or the service is closing.
   * @throws the signal's reason once it is aborted.
   */
  run(question: BacktestQuestion, watch?: BacktestWatch): Promise<BacktestResult>;
  /** Stops all back-tests that are under way. */
  close(): Promise<void>;
}

export interface BacktestDeps {
  db: Database;
  database: DatabaseLocation;
  clock: Clock;
  /** The most threads for one back-test. */
  width: number;
}

/** Artifacts in one step of a thread, which takes some tenths of a second and then reports progress. */
const RANGE_POSITIONS = 8192;
const RETRY_AFTER_SECONDS = 2;
/** The limit for all chains together. */
const MAX_AT_ONCE = 4;
const RETRY_AFTER_OTHERS_SECONDS = 10;
const NURSERY_MB = 32;
const MODULE = new URL('./backtest-thread.ts', import.meta.url);

export function backtestsOver(deps: BacktestDeps): Backtests {
  const { db, clock } = deps;
  const underWay = new Map<number, { stop: AbortController; ended: Promise<unknown> }>();
  let closed = false;

  const run: Backtests['run'] = async (question, { onProgress, signal } = {}) => {
    const { chain } = question;
    if (closed) throw closing();
    if (underWay.has(chain)) {
      throw Failure.conflict(
        'backtest_under_way',
        'Another back-test is already running here. Wait until it has ended.',
      );
    }
    if (underWay.size >= MAX_AT_ONCE) throw tooMany();
    const stop = new AbortController();
    const work = async (): Promise<BacktestResult> => {
      const startedAt = clock.monotonic();
      const spans = await spansWith(db, chain, { ...question, artifactType: 'governance_eval' });
      const either = signal === undefined ? stop.signal : AbortSignal.any([stop.signal, signal]);
      const found = await replayAll(deps, question, rangesOf(spans), either, onProgress);
      sortChanges(found);
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

function tooMany(): Failure {
  const details = { retryAfterSeconds: RETRY_AFTER_OTHERS_SECONDS };
  return new Failure('rate_limited', 'Too many back-tests are running at once.', { details });
}

function closing(): Failure {
  return Failure.unavailable(RETRY_AFTER_SECONDS, new Error('the service is closing'));
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
    const data: BacktestThreadData = { database, question };
    const thread = new Thread<RangeWanted, Found>(MODULE, { data, nurseryMb: NURSERY_MB });
    const stop = () => void thread.end(stopping.reason);
    stopping.addEventListener('abort', stop);
    try {
      for (;;) {
        stopping.throwIfAborted();
        const range = ranges[next];
        if (range === undefined) return;
        next += 1;
        const found = await thread.ask(range).catch((cause: unknown) => {
          stopping.throwIfAborted();
          throw Failure.unavailable(RETRY_AFTER_SECONDS, cause);
        });
        addFound(sum, found, question.examples);
        done += range.end - range.start;
        onProgress(done, total);
      }
    } catch (error) {
      // This stops the other lanes too.
      next = ranges.length;
      throw error;
    } finally {
      stopping.removeEventListener('abort', stop);
      await thread.end();
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: Math.min(width, ranges.length) }, lane));
  const failed = lanes.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return sum;
}
