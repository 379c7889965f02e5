/** Measures how long this process's thread blocks its event loop. */

export interface Stretches<T> {
  value: T;
  /** CPU milliseconds of the thread between two turns of its event loop, at most. */
  longestMs: number;
  /** So many turns there were. */
  turns: number;
}

/** Looks at each turn of the event loop until the work is done. Of the thread's own time, since others want the machine too. */
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
