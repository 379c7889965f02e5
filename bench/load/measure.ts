/** One server under load for one round, and the medians over rounds. */
import type { Context } from '../context.ts';
import { medianOf } from '../statistics.ts';
import { cpuMs, cpuMsWithChildren, peakMemoryBytes, resetPeakMemory } from '../usage.ts';
import type { Target } from './load.ts';

export interface Contender extends Target {
  name: string;
  pid: number;
  /** The database server it works with, where that is a process of its own. */
  databasePid?: number;
}

/** null: it could not be measured, or there were errors and it would mean nothing. */
export interface Measure {
  requestsPerSecond: number | null;
  p50Ms: number | null;
  p99Ms: number | null;
  memoryMb: number | null;
  cpuMsPerRequest: number | null;
  databaseCpuMsPerRequest: number | null;
  errors: number;
}

const BYTES_PER_MB = 1e6;

export async function measure(
  context: Context,
  contender: Contender,
  connections: number,
  seconds = context.options.seconds,
): Promise<Measure> {
  const { pid, databasePid } = contender;
  resetPeakMemory(pid);
  const cpuBefore = cpuMs(pid);
  const databaseCpuBefore = databasePid === undefined ? null : cpuMsWithChildren(databasePid);
  const result = await context.loadTool.run(context, contender, connections, seconds);
  const perRequest = (before: number | null, after: number | null): number | null =>
    before === null || after === null ? null : (after - before) / result.requests;
  const memory = peakMemoryBytes(pid);
  const valid = result.errors === 0 && result.requests > 0;
  return {
    requestsPerSecond: valid ? result.requestsPerSecond : null,
    p50Ms: valid ? result.p50Ms : null,
    p99Ms: valid ? result.p99Ms : null,
    memoryMb: memory === null ? null : memory / BYTES_PER_MB,
    cpuMsPerRequest: valid ? perRequest(cpuBefore, cpuMs(pid)) : null,
    databaseCpuMsPerRequest:
      valid && databasePid !== undefined
        ? perRequest(databaseCpuBefore, cpuMsWithChildren(databasePid))
        : null,
    errors: result.errors,
  };
}

/** Lets a server compile what it runs often before anything counts. */
export async function warmUp(context: Context, contender: Contender, connections = 64): Promise<void> {
  const { warmupSeconds } = context.options;
  if (warmupSeconds > 0) await context.loadTool.run(context, contender, connections, warmupSeconds);
}

/** Errors add up; memory is the worst of all rounds. */
export function summarise(rounds: readonly Measure[]): Measure {
  const middle = (pick: (round: Measure) => number | null) => medianOf(rounds.map(pick));
  const memory = rounds.map((round) => round.memoryMb).filter((megabytes) => megabytes !== null);
  return {
    requestsPerSecond: middle((round) => round.requestsPerSecond),
    p50Ms: middle((round) => round.p50Ms),
    p99Ms: middle((round) => round.p99Ms),
    memoryMb: memory.length === 0 ? null : Math.max(...memory),
    cpuMsPerRequest: middle((round) => round.cpuMsPerRequest),
    databaseCpuMsPerRequest: middle((round) => round.databaseCpuMsPerRequest),
    errors: rounds.reduce((sum, round) => sum + round.errors, 0),
  };
}
