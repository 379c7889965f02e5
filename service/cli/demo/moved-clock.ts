/** A clock that passes through the past: it stands where it was set, and returns to the present at the end. */
import type { Clock } from '../../foundation/clock.ts';

export interface MovedClock extends Clock {
  /** Sets it to this many ms before the present, never back. */
  setBefore(ms: number): void;
}

export function movedClock(present: Clock, beforeMs: number): MovedClock {
  let offset = -beforeMs;
  return {
    now: () => present.now() + offset,
    monotonic: () => present.monotonic(),
    setBefore(ms) {
      offset = Math.max(offset, -ms);
    },
  };
}
