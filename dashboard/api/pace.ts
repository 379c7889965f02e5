/** Paces re-reads after news, so that ten open pages cost a busy service little. */
import type { ReadPath } from './read.ts';

/** The first news waits this long for more that comes with it. */
export const GATHER_MS = 300;
const SPACING_MS = 5000;
/** A single item is cheap to read; sums over many items are not. */
const SPACINGS_MS: Partial<Record<ReadPath, number>> = {
  '/api/v1/approvals/{approval_id}': 1000,
  '/api/v1/attention': 15_000,
  '/api/v1/evidence/latest': 10_000,
  '/api/v1/evidence/statistics': 15_000,
  '/api/v1/judgement/report': 120_000,
};

/**
 * The first news is followed at once. While more keeps coming, a path is read once per interval, and one last time
 * after it stops.
 * @param now ms since any start.
 * @returns the function to call with news.
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
      // A clock that was set back must not delay the read for hours.
      const wait = Math.min(spacing, Math.max(GATHER_MS, rest));
      setTimeout(() => {
        waiting.delete(path);
        readAt.set(path, now());
        readAgain(path);
      }, wait);
    }
  };
}
