/** The threads that verify ranges. They take no memory until they are needed. */
import type { DatabaseLocation } from '../../database/location.ts';
import { Failure } from '../../foundation/failure.ts';
import { Thread, ThreadPool } from '../../foundation/thread.ts';
import type { RangeAnswer, RangeQuestion } from './range.ts';

/** A verifier of ranges, on any thread. */
export interface RangeVerifier {
  /** How many concurrent ranges are useful. */
  readonly width: number;
  /** @throws {Failure} `unavailable` if the range could not be read. */
  verify(question: RangeQuestion): Promise<RangeAnswer>;
  close(): Promise<void>;
}

const IDLE_MS = 5000;
const RETRY_AFTER_SECONDS = 2;

/** @param width the maximum number of threads. */
export function verifyThreads(database: DatabaseLocation, width: number): RangeVerifier {
  const module = new URL('./verify-thread.ts', import.meta.url);
  const start = () => new Thread<RangeQuestion, RangeAnswer>(module, { data: database });
  const pool = new ThreadPool(start, { threads: width, questionsEach: 1, idleMs: IDLE_MS });
  return {
    width,
    // An unreadable range says nothing about the evidence.
    verify: (question) =>
      pool.ask(question).catch((cause: unknown) => {
        throw Failure.unavailable(RETRY_AFTER_SECONDS, cause);
      }),
    close: () => pool.close(),
  };
}
