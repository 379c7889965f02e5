/** The thread that checks run on. Those that are under way together share it, by turns: see `rangesOf` and `pagesOf`. */
import type { DatabaseLocation } from '../database/location.ts';
import { Thread, ThreadPool } from '../foundation/thread.ts';
import type { CheckQuestion, RegistryReport } from './registry.ts';

const MODULE = new URL('./truth-thread.ts', import.meta.url);
const IDLE_MS = 5000;

export type TruthThread = Pick<ThreadPool<CheckQuestion, RegistryReport>, 'ask' | 'close'>;

/** @param module that answers; another one in tests. */
export function truthThread(location: DatabaseLocation, module = MODULE): TruthThread {
  const start = () => new Thread<CheckQuestion, RegistryReport>(module, { data: location });
  return new ThreadPool(start, { threads: 1, questionsEach: Number.POSITIVE_INFINITY, idleMs: IDLE_MS });
}
