/** Work that is done now and then beside the requests: one run at a time each, and a failed run is only logged. */
export interface Chore {
  /** What it does, in words that fit behind "could not". */
  name: string;
  everyMs: number;
  /** It runs once more when the service stops. */
  last?: boolean;
  /** @param stopping aborts when the service stops, which waits for the run: a long one should end early then. */
  run(stopping: AbortSignal): Promise<void>;
}

/** What a room that has started asks of the service that started it. */
export interface Started {
  chores: readonly Chore[];
  /** Call it when the chores have stopped. */
  close(): Promise<void>;
}

/** As much of a log as work beside the requests needs, so that a thread can stand in for it. */
export interface Warnings {
  warn(about: { err: unknown; [more: string]: unknown }, message: string): void;
}

/** @returns what stops them all; it runs each chore marked `last` once more. */
export function startChores(chores: readonly Chore[], log: Warnings): { stop(): Promise<void> } {
  const underWay = new Map<Chore, Promise<void>>();
  const stopping = new AbortController();

  function start(chore: Chore): Promise<void> {
    const running =
      underWay.get(chore) ??
      chore
        .run(stopping.signal)
        .catch((error: unknown) => log.warn({ err: error }, `could not ${chore.name}`))
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
