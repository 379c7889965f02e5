/**
 * Regular work in the background. Each chore has one run at a time. A failed run is only logged, and repeated
 * failures for the same reason are logged less often.
 */
import { type Gauge, type Measured, NOT_MEASURED } from './measured.ts';

export interface Chore {
  /** Its work, in words that can follow "could not". */
  name: string;
  everyMs: number;
  /** Whether to run it once more when the service stops. */
  last?: boolean;
  /** @param stopping aborts when the service stops. The service waits for the run, so a long one should end early. */
  run(stopping: AbortSignal): Promise<void>;
}

/** The chores of a started room, and the way to close it. */
export interface Started {
  chores: readonly Chore[];
  /** Its state, for metrics. */
  gauges?: readonly Gauge[];
  /** Call it after the chores have stopped. */
  close(): Promise<void>;
}

/** The part of a log that chores need, so that a thread can provide it. */
export interface Warnings {
  warn(about: { err: unknown; [more: string]: unknown }, message: string): void;
}

/** How often a chore that keeps failing for the same reason is logged, ms. */
const SAME_AGAIN_AFTER_MS = 60_000;

interface Failing {
  reason: string;
  /** Failures since its last line in the log. */
  untold: number;
}

/** @returns a function that stops all chores, and runs each chore marked `last` once more. */
export function startChores(
  chores: readonly Chore[],
  log: Warnings,
  measured: Pick<Measured, 'choreFailed' | 'choreRecovered'> = NOT_MEASURED,
): { stop(): Promise<void> } {
  const underWay = new Map<Chore, Promise<void>>();
  const failing = new Map<Chore, Failing>();
  const stopping = new AbortController();

  function failed(chore: Chore, error: unknown): void {
    measured.choreFailed(chore.name);
    const reason = reasonOf(error);
    const before = failing.get(chore);
    if (before?.reason === reason && (before.untold + 1) * chore.everyMs < SAME_AGAIN_AFTER_MS) {
      before.untold += 1;
      return;
    }
    const untold = before?.untold ?? 0;
    log.warn({ err: error, ...(untold > 0 && { untold }) }, `could not ${chore.name}`);
    failing.set(chore, { reason, untold: 0 });
  }

  function done(chore: Chore): void {
    if (failing.delete(chore)) measured.choreRecovered(chore.name);
  }

  function start(chore: Chore): Promise<void> {
    const running =
      underWay.get(chore) ??
      chore
        .run(stopping.signal)
        .then(
          () => done(chore),
          (error: unknown) => failed(chore, error),
        )
        .finally(() => underWay.delete(chore));
    underWay.set(chore, running);
    return running;
  }

  const timers = chores.map((chore) => setInterval(() => void start(chore), chore.everyMs));
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      stopping.abort();
      await Promise.all(underWay.values());
      for (const chore of chores) if (chore.last) await start(chore);
    },
  };
}

/** Messages may name a temporary file; codes don't. */
function reasonOf(error: unknown): string {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : String(error);
}
