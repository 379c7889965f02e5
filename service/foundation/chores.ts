/** Regular work beside the requests. Each chore has one run at a time, and a failed run is only logged. */
import { type Gauge, type Measured, NOT_MEASURED } from './measured.ts';

export interface Chore {
  /** Its work, in words that can follow "could not". */
  name: string;
  everyMs: number;
  /** Run it once more when the service stops. */
  last?: boolean;
  /** @param stopping aborts when the service stops. The service waits for the run, so a long one should end early. */
  run(stopping: AbortSignal): Promise<void>;
}

/** The chores of a started room, and the way to close it. */
export interface Started {
  chores: readonly Chore[];
  /** What can be asked about its state. */
  gauges?: readonly Gauge[];
  /** Call it after the chores have stopped. */
  close(): Promise<void>;
}

/** The part of a log that chores need, so that a thread can provide it. */
export interface Warnings {
  warn(about: { err: unknown; [more: string]: unknown }, message: string): void;
}

/** @returns a function that stops them all, and runs each chore marked `last` once more. */
export function startChores(
  chores: readonly Chore[],
  log: Warnings,
  measured: Pick<Measured, 'choreFailed'> = NOT_MEASURED,
): { stop(): Promise<void> } {
  const underWay = new Map<Chore, Promise<void>>();
  const stopping = new AbortController();

  function start(chore: Chore): Promise<void> {
    const running =
      underWay.get(chore) ??
      chore
        .run(stopping.signal)
        .catch((error: unknown) => {
          measured.choreFailed();
          log.warn({ err: error }, `could not ${chore.name}`);
        })
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
