/** What a process has used of the machine, as Linux tells it; elsewhere every answer is null. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Linux reports CPU time in hundredths of a second to programs, whatever its own clock. */
const MS_PER_TICK = 10;

/** CPU time of all threads, user and system, ms. */
export function cpuMs(pid: number): number | null {
  const stat = readStat(pid);
  return stat && (stat.userTicks + stat.systemTicks) * MS_PER_TICK;
}

/** The same for a process and those it started, with those that have ended already. */
export function cpuMsWithChildren(pid: number): number | null {
  const parent = readStat(pid);
  if (parent === null) return null;
  let ticks = parent.userTicks + parent.systemTicks + parent.endedChildrenTicks;
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : null;
    if (stat?.parent === pid) ticks += stat.userTicks + stat.systemTicks;
  }
  return ticks * MS_PER_TICK;
}

/** Begins a new peak, so that {@link peakMemoryBytes} speaks of what came after. */
export function resetPeakMemory(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // Then the peak is the one since the process began: never a flattering figure.
  }
}

/** The most memory the process had resident. */
export function peakMemoryBytes(pid: number): number | null {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readOrNull(`/proc/${pid}/status`) ?? '')?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

interface Stat {
  parent: number;
  userTicks: number;
  systemTicks: number;
  endedChildrenTicks: number;
}

/** proc_pid_stat(5). The name in parentheses may hold anything, so fields are counted from behind it. */
function readStat(pid: number): Stat | null {
  const text = readOrNull(`/proc/${pid}/stat`);
  if (text === null) return null;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number): number => Number(fields[number - 3]);
  return {
    parent: field(4),
    userTicks: field(14),
    systemTicks: field(15),
    endedChildrenTicks: field(16) + field(17),
  };
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
