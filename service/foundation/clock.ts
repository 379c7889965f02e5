/**
 * Time is handed in, never read where it is used: tests and operators can shift it, and a rule that needs the time
 * says so in its parameters. This file is the only one that asks the machine.
 */
export interface Clock {
  /** Wall-clock time, milliseconds since the Unix epoch. May jump. */
  now(): number;
  /** Milliseconds since an arbitrary start, with fractions. Never goes back; the one to measure and to expire caches by. */
  monotonic(): number;
}

/** The machine's clock; `offsetMs` shifts the wall-clock time only. */
export function systemClock(offsetMs = 0): Clock {
  return {
    now: () => Date.now() + offsetMs,
    monotonic: () => performance.now(),
  };
}
