/** Measures one server under load for one round, sums up rounds, and compares servers that take turns. */
import type { Context, Target } from '../context.ts';
import { cpuMsWithChildren, peakMemoryMb, resetPeakMemory } from '../process-usage.ts';
import { difference, medianOf, quotient } from '../statistics.ts';

/** At this number, the group commit and the event loop are busy. The targets are for this number. */
export const CONNECTIONS = 64;

export interface Contender extends Target {
  name: string;
  pid: number;
  /** Its database server, if that is a separate process. */
  databasePid?: number;
}

/** A figure is null if it could not be measured, or if errors made it meaningless. */
export interface Measure {
  requestsPerSecond: number | null;
  p50Ms: number | null;
  p99Ms: number | null;
  memoryMb: number | null;
  cpuMsPerRequest: number | null;
  databaseCpuMsPerRequest: number | null;
  errors: number;
}

export async function measure(
  context: Context,
  contender: Contender,
  connections = CONNECTIONS,
  seconds = context.options.seconds,
): Promise<Measure> {
  const { pid, databasePid } = contender;
  const databaseCpu = () => (databasePid === undefined ? null : cpuMsWithChildren(databasePid));
  resetPeakMemory(pid);
  const before = { own: cpuMsWithChildren(pid), database: databaseCpu() };
  const result = await context.loadTool.run(context, contender, connections, seconds);
  const used = difference(cpuMsWithChildren(pid), before.own);
  const databaseUsed = difference(databaseCpu(), before.database);
  const { requests, errors, requestsPerSecond, p50Ms, p99Ms } = result;
  const valid = (value: number | null) => (errors > 0 || requests === 0 ? null : value);
  return {
    requestsPerSecond: valid(requestsPerSecond),
    p50Ms: valid(p50Ms),
    p99Ms: valid(p99Ms),
    memoryMb: peakMemoryMb(pid),
    cpuMsPerRequest: valid(quotient(used, requests)),
    databaseCpuMsPerRequest: valid(quotient(databaseUsed, requests)),
    errors,
  };
}

/** Lets servers compile their hot code before their figures count. */
export async function warmUp(context: Context, contenders: readonly Contender[], times = 1): Promise<void> {
  const { warmup } = context.options;
  if (warmup === 0) return;
  for (let time = 0; time < times; time += 1)
    for (const contender of contenders) await context.loadTool.run(context, contender, CONNECTIONS, warmup);
}

/** Errors are added up; memory is the maximum over all rounds. */
function summarise(rounds: readonly Measure[]): Measure {
  const of = (field: keyof Measure) => medianOf(rounds.map((round) => round[field]));
  const memory = rounds.map(({ memoryMb }) => memoryMb).filter((megabytes) => megabytes !== null);
  return {
    requestsPerSecond: of('requestsPerSecond'),
    p50Ms: of('p50Ms'),
    p99Ms: of('p99Ms'),
    memoryMb: memory.length === 0 ? null : Math.max(...memory),
    cpuMsPerRequest: of('cpuMsPerRequest'),
    databaseCpuMsPerRequest: of('databaseCpuMsPerRequest'),
    errors: rounds.reduce((sum, { errors }) => sum + errors, 0),
  };
}

/** A server, or a state of one, that is compared with a common one. */
export interface Side {
  name: string;
  /** Puts it in the state, passes on what to load, and takes it out of the state again. */
  during<T>(act: (contender: Contender) => Promise<T>): Promise<T>;
}

export interface Compared extends Measure {
  connections: number;
  name: string;
  /** Relative to the common server, which has no ratio itself: medians of the ratios within rounds. */
  rateRatio?: number | null;
  p99Ratio?: number | null;
  cpuRatio?: number | null;
  rounds: Measure[];
}

export function sideOf(contender: Contender): Side {
  return { name: contender.name, during: (act) => act(contender) };
}

/**
 * Measures the common server and each side once in each round, and compares within rounds, because the speed of a
 * shared machine drifts more within minutes than the figures differ. All are loaded equally often, because a server
 * that has had more load is faster for minutes. Every other round goes in the opposite order.
 * @returns the common server first, then the others in their order.
 */
export async function compare(
  context: Context,
  common: Side,
  sides: readonly Side[],
  connections = CONNECTIONS,
): Promise<Compared[]> {
  const { rounds } = context.options;
  const all = [common, ...sides].map((side) => ({ side, measures: [] as Measure[] }));
  for (let round = 0; round < rounds; round += 1) {
    context.progress(`${connections} connections, round ${round + 1} of ${rounds}`);
    for (const { side, measures } of round % 2 === 0 ? all : all.toReversed()) {
      measures.push(await side.during((contender) => measure(context, contender, connections)));
    }
  }
  const ofCommon = all[0]?.measures ?? [];
  return all.map(({ side: { name }, measures }, place) => {
    const ratio = (field: 'requestsPerSecond' | 'p99Ms' | 'cpuMsPerRequest') =>
      medianOf(measures.map((round, number) => quotient(round[field], ofCommon[number]?.[field] ?? null)));
    const ratios = {
      rateRatio: ratio('requestsPerSecond'),
      p99Ratio: ratio('p99Ms'),
      cpuRatio: ratio('cpuMsPerRequest'),
    };
    return { connections, name, ...summarise(measures), ...(place > 0 && ratios), rounds: measures };
  });
}

/** @param common names the common server in the titles of the ratios. */
export function ratioTitles(common: string): Record<string, string> {
  return { rateRatio: `× ${common}`, p99Ratio: `p99 × ${common}`, cpuRatio: `CPU × ${common}` };
}
