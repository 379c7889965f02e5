/**
 * Time is handed in, never read where it is used: tests and operators can shift it, and a rule that needs the
 * time says so in its parameters. Only this file reads the machine's clock.
 */
import type { Chore } from './chores.ts';

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

/** How long the event loop of this thread has had nothing to do since its start, ms. */
export function loopIdleMs(): number {
  return performance.nodeTiming.idleTime;
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

/** Smaller corrections, and pauses of a busy machine, do not count as jumps. */
const MIN_JUMP_MS = 30_000;
const LOOK_EVERY_MS = 1000;
const TOLD_FOR_MS = 3_600_000;
const MS_PER_MINUTE = 60_000;

interface Jump {
  byMs: number;
  /** The time after the jump. */
  atMs: number;
  seenAt: number;
}

/**
 * Notices when the wall clock is set: it then moves differently from the monotonic clock. Anything with a
 * time limit may have ended early or may last longer, so operators see a warning for a while.
 */
export class ClockJumps {
  readonly #clock: Clock;
  #difference: number;
  #last: Jump | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#difference = clock.now() - clock.monotonic();
  }

  chore(log: { warn(about: object, message: string): void }): Chore {
    return {
      name: 'look at the clock',
      everyMs: LOOK_EVERY_MS,
      run: async () => {
        const jumped = this.look();
        if (jumped !== null) log.warn({ jumpedByMs: jumped }, 'the clock was set');
      },
    };
  }

  /** @returns by how much the clock was set since the last look, ms; null if it was not. */
  look(): number | null {
    const [atMs, seenAt] = [this.#clock.now(), this.#clock.monotonic()];
    const byMs = atMs - seenAt - this.#difference;
    // Small differences count too, so that they never add up to a jump.
    this.#difference += byMs;
    if (Math.abs(byMs) < MIN_JUMP_MS) return null;
    this.#last = { byMs, atMs, seenAt };
    return byMs;
  }

  warnings(): string[] {
    this.look();
    const jump = this.#last;
    if (jump === null || this.#clock.monotonic() - jump.seenAt > TOLD_FOR_MS) return [];
    const { byMs, atMs } = jump;
    const how = byMs > 0 ? 'forward' : 'back';
    const what = byMs > 0 ? 'may have ended early' : 'may last longer';
    const by = durationText(Math.abs(byMs));
    const at = new Date(atMs).toISOString();
    return [`The clock was set ${how} by ${by} (now ${at}): approvals and sessions ${what}. Check NTP.`];
  }
}

function durationText(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MS_PER_MINUTE));
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}

/**
 * @returns `instead` if the answer takes longer. The answer must not reject: once it is late, nothing waits
 * for it.
 */
export async function inTime<T, M>(answer: Promise<T>, limitMs: number, instead: M): Promise<T | M> {
  const late = Promise.withResolvers<M>();
  const timer = setTimeout(() => late.resolve(instead), limitMs);
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
}
