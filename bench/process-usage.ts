/** Processor time and memory of processes, as Linux counts them. On other systems every answer is null. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Linux reports CPU time to programs in hundredths of a second. */
const MS_PER_TICK = 10;

/** CPU time of all threads, user and system, ms. */
export function cpuMs(pid: number): number | null {
  const stat = readStat(pid);
  return stat && stat.ticks * MS_PER_TICK;
}

/** The same for a process and its children, including ended ones. */
export function cpuMsWithChildren(pid: number): number | null {
  const parent = readStat(pid);
  if (parent === null) return null;
  const ticks = childrenOf(pid).reduce((sum, child) => sum + child.ticks, parent.ticks);
  return (ticks + parent.endedChildrenTicks) * MS_PER_TICK;
}

/** CPU time of the children of this process that have ended, ms. */
export function endedChildrenMs(): number {
  return (readStat(process.pid)?.endedChildrenTicks ?? 0) * MS_PER_TICK;
}

/** CPU time of each thread by its id, ms. Linux counts this in ns. */
export function threadsMs(pid: number): Map<number, number> {
  const folder = `/proc/${pid}/task`;
  const msOf = (id: string) => Number(readOrNull(`${folder}/${id}/schedstat`)?.split(' ')[0] ?? 0) / 1e6;
  return new Map(readdirSync(folder).map((id) => [Number(id), msOf(id)]));
}

/** The total idle time of all cores, ms. */
export function idleMs(): number {
  const [, , , , idle = '0', waiting = '0'] = (readOrNull('/proc/stat') ?? '').split(/ +/, 7);
  return (Number(idle) + Number(waiting)) * MS_PER_TICK;
}

export function childrenOf(pid: number): (Stat & { pid: number })[] {
  return readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : null;
    return stat?.parent === pid ? [{ ...stat, pid: Number(name) }] : [];
  });
}

/** Resets the peak, so that {@link peakMemoryMb} covers only the time after this call. */
export function resetPeakMemory(pid: number): void {
  for (const each of withChildren(pid)) {
    try {
      writeFileSync(`/proc/${each}/clear_refs`, '5');
    } catch {
      // The peak then counts from the start of the process, so it is never too low.
    }
  }
}

/** The sum of the peaks of a process and its children. */
export function peakMemoryMb(pid: number): number | null {
  const kilobytes = withChildren(pid).map(peakKilobytes).filter(Number.isFinite);
  return kilobytes.length === 0 ? null : (kilobytes.reduce((sum, each) => sum + each) * 1024) / 1e6;
}

function peakKilobytes(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readOrNull(`/proc/${pid}/status`) ?? '')?.[1]);
}

function withChildren(pid: number): number[] {
  return readOrNull(`/proc/${pid}/stat`) === null ? [] : [pid, ...childrenOf(pid).map((child) => child.pid)];
}

interface Stat {
  parent: number;
  ticks: number;
  endedChildrenTicks: number;
}

/** proc_pid_stat(5). The name in parentheses may contain any character, so fields are counted after it. */
function readStat(pid: number): Stat | null {
  const text = readOrNull(`/proc/${pid}/stat`);
  if (text === null) return null;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number): number => Number(fields[number - 3]);
  return { parent: field(4), ticks: field(14) + field(15), endedChildrenTicks: field(16) + field(17) };
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
