/**
 * Time is handed in, never read where it is used: tests and operators can shift it, and a rule that needs the time
 * says so in its parameters. This file is the only one that asks the machine.
 */
export interface Clock {
  /** Wall-clock time, milliseconds since the Unix epoch. May jump. */
  now(): number;
  /** Milliseconds since an arbitrary start, with fractions. Never goes back; use it to measure and to expire caches. */
  monotonic(): number;
}

/** The machine's clock; `offsetMs` shifts the wall-clock time only. */
export function systemClock(offsetMs = 0): Clock {
  return {
    now: () => Date.now() + offsetMs,
    monotonic: () => performance.now(),
  };
}

/** The length of a UTC day, ms. */
export const DAY_MS = 86_400_000;

/** The UTC day of a moment, counted since 1970. */
export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** ISO 8601 in UTC, or null for a time that is not set. */
export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
