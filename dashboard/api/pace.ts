/** How soon something is read again after news of it, so that ten open pages cost a busy service little. */
import type { ReadPath } from './read.ts';

/** A first piece of news waits this long for others that come with it. */
export const GATHER_MS = 300;
const SPACING_MS = 5000;
/** One thing that a person looks at is cheap to read; sums over many are not. */
const SPACINGS_MS: Partial<Record<ReadPath, number>> = {
  '/api/v1/approvals/{approval_id}': 1000,
  '/api/v1/evidence/latest': 10_000,
  '/api/v1/evidence/statistics': 15_000,
  '/api/v1/judgement/report': 120_000,
};

/**
 * The first news is followed at once; while more keeps coming, a path is read once in its spacing, and a last time after it.
 * @param now ms since any start.
 * @returns what to tell of news.
 */
export function paced(
  readAgain: (path: ReadPath) => void,
  now: () => number,
): (paths: readonly ReadPath[]) => void {
  const readAt = new Map<ReadPath, number>();
  const waiting = new Set<ReadPath>();
  return (paths) => {
    for (const path of paths) {
      if (waiting.has(path)) continue;
      waiting.add(path);
      const spacing = SPACINGS_MS[path] ?? SPACING_MS;
      const rest = (readAt.get(path) ?? Number.NEGATIVE_INFINITY) + spacing - now();
      // A clock that was set back must not put it off for hours.
      const wait = Math.min(spacing, Math.max(GATHER_MS, rest));
      setTimeout(() => {
        waiting.delete(path);
        readAt.set(path, now());
        readAgain(path);
      }, wait);
    }
  };
}
