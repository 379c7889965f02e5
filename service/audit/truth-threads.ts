/** The threads that checks run on. Checks on one thread take turns: see `rangesOf` and `pagesOf`. */
import type { DatabaseLocation } from '../database/location.ts';
import { Thread, ThreadPool } from '../foundation/thread.ts';
import type { CheckQuestion, RegistryReport } from './registry.ts';

/** Also the number of registries of a chain that are checked at the same time. */
export const TRUTH_THREADS = 2;
const MODULE = new URL('./truth-thread.ts', import.meta.url);
const IDLE_MS = 5000;

export type TruthThreads = Pick<ThreadPool<CheckQuestion, RegistryReport>, 'ask' | 'close'>;

/** @param module that answers; another one in tests. */
export function truthThreads(location: DatabaseLocation, module = MODULE): TruthThreads {
  const start = () => new Thread<CheckQuestion, RegistryReport>(module, { data: location });
  const limits = { threads: TRUTH_THREADS, questionsEach: Number.POSITIVE_INFINITY, idleMs: IDLE_MS };
  return new ThreadPool(start, limits);
}
