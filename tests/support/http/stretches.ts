/** Measures how long this process's thread blocks its event loop. */

export interface Stretches<T> {
  value: T;
  /** The most CPU milliseconds of the thread between two turns of its event loop. */
  longestMs: number;
  /** How many turns there were. */
  turns: number;
}

/**
 * Watches each turn of the event loop until the work is done, in the thread's own time, because others use the
 * machine too.
 */
export async function stretchesOf<T>(work: () => Promise<T>): Promise<Stretches<T>> {
  let isOver = false;
  const working = work().finally(() => {
    isOver = true;
  });
  let longestMs = 0;
  let turns = 0;
  for (let before = cpuMs(); !isOver; turns += 1) {
    await new Promise(setImmediate);
    const now = cpuMs();
    longestMs = Math.max(longestMs, now - before);
    before = now;
  }
  return { value: await working, longestMs, turns };
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
