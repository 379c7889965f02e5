/** Measures one server under load for one round, sums up rounds, and compares servers that take turns. */
import type { Context, Target } from '../context.ts';
import { cpuMs, cpuMsWithChildren, peakMemoryMb, resetPeakMemory } from '../process-usage.ts';
import type { Columns } from '../report.ts';
import { difference, medianOf, quotient } from '../statistics.ts';

export interface Contender extends Target {
  name: string;
  pid: number;
  /** The database server it works with, if that is a process of its own. */
  databasePid?: number;
}

/** A figure is null when it could not be measured, or when errors made it meaningless. */
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
  connections: number,
  seconds = context.options.seconds,
): Promise<Measure> {
  const { pid, databasePid } = contender;
  const databaseCpu = () => (databasePid === undefined ? null : cpuMsWithChildren(databasePid));
  resetPeakMemory(pid);
  const before = { own: cpuMs(pid), database: databaseCpu() };
  const { requests, errors, ...speed } = await context.loadTool.run(context, contender, connections, seconds);
  const measured = {
    ...speed,
    memoryMb: peakMemoryMb(pid),
    cpuMsPerRequest: quotient(difference(cpuMs(pid), before.own), requests),
    databaseCpuMsPerRequest: quotient(difference(databaseCpu(), before.database), requests),
    errors,
  };
  return errors === 0 && requests > 0 ? measured : { ...INVALID, memoryMb: measured.memoryMb, errors };
}

const INVALID = {
  ...{ requestsPerSecond: null, p50Ms: null, p99Ms: null },
  ...{ cpuMsPerRequest: null, databaseCpuMsPerRequest: null },
};

/** Lets a server compile the code that it runs often, before its figures count. */
export async function warmUp(context: Context, contender: Contender, connections = 64): Promise<void> {
  const { warmupSeconds } = context.options;
  if (warmupSeconds > 0) await context.loadTool.run(context, contender, connections, warmupSeconds);
}

/** Errors add up; memory is the worst of all rounds. */
export function summarise(rounds: readonly Measure[]): Measure {
  const middle = (of: keyof Measure) => medianOf(rounds.map((round) => round[of]));
  const memory = rounds.map(({ memoryMb }) => memoryMb).filter((megabytes) => megabytes !== null);
  return {
    requestsPerSecond: middle('requestsPerSecond'),
    p50Ms: middle('p50Ms'),
    p99Ms: middle('p99Ms'),
    memoryMb: memory.length === 0 ? null : Math.max(...memory),
    cpuMsPerRequest: middle('cpuMsPerRequest'),
    databaseCpuMsPerRequest: middle('databaseCpuMsPerRequest'),
    errors: rounds.reduce((sum, { errors }) => sum + errors, 0),
  };
}

/** The median of the ratios of neighbouring rounds. */
export function ratioOf(
  upper: readonly Measure[],
  lower: readonly Measure[],
  of: 'requestsPerSecond' | 'p99Ms' | 'cpuMsPerRequest',
): number | null {
  return medianOf(upper.map((round, place) => quotient(round[of], lower[place]?.[of] ?? null)));
}

/** A server, or a state of one, that is measured beside a common one. */
export interface Side {
  name: string;
  /** Puts it in the state, hands over what to load, and takes it out of the state again. */
  during<T>(act: (contender: Contender) => Promise<T>): Promise<T>;
}

export interface Compared {
  name: string;
  measure: Measure;
  rounds: Measure[];
  /** To the common server, of requests per second, p99 and CPU time per request. null for the common server itself. */
  ratios: { rate: number | null; p99: number | null; cpu: number | null } | null;
}

export function sideOf(contender: Contender): Side {
  return { name: contender.name, during: (act) => act(contender) };
}

/**
 * Measures each side right before or right after the common server, because the speed of a shared machine drifts more
 * within minutes than the figures differ. Which of the two goes first changes from round to round.
 * @returns the common server first, then the others in their order.
 */
export async function compare(
  context: Context,
  what: string,
  common: Contender,
  sides: readonly Side[],
  connections: number,
): Promise<[Compared, ...Compared[]]> {
  const { rounds } = context.options;
  const pairs = sides.map(({ name }) => ({ name, own: [] as Measure[], common: [] as Measure[] }));
  for (let round = 0; round < rounds; round += 1) {
    context.progress(`${what}: ${connections} connections, round ${round + 1} of ${rounds}`);
    for (const [place, side] of sides.entries()) {
      const isCommonFirst = round % 2 === 0;
      const ofCommon = () => measure(context, common, connections);
      const before = isCommonFirst ? await ofCommon() : null;
      pairs[place]?.own.push(await side.during((contender) => measure(context, contender, connections)));
      pairs[place]?.common.push(before ?? (await ofCommon()));
    }
  }
  const all = pairs.flatMap((pair) => pair.common);
  return [
    { name: common.name, measure: summarise(all), rounds: all, ratios: null },
    ...pairs.map(({ name, own, common }) => ({
      name,
      measure: summarise(own),
      rounds: own,
      ratios: {
        rate: ratioOf(own, common, 'requestsPerSecond'),
        p99: ratioOf(own, common, 'p99Ms'),
        cpu: ratioOf(own, common, 'cpuMsPerRequest'),
      },
    })),
  ];
}

/** The columns of every table of servers under load. */
export function loadColumns<T>(measureOf: (row: T) => Measure): Columns<T> {
  return {
    'requests/s': (row) => measureOf(row).requestsPerSecond,
    'p50 ms': (row) => measureOf(row).p50Ms,
    'p99 ms': (row) => measureOf(row).p99Ms,
    'memory MB': (row) => measureOf(row).memoryMb,
    'CPU ms/request': (row) => measureOf(row).cpuMsPerRequest,
    '+ PostgreSQL': (row) => measureOf(row).databaseCpuMsPerRequest ?? '',
    errors: (row) => String(measureOf(row).errors),
  };
}

/** Empty for the common server, which has no ratio. */
export function ratioColumns(titles: Partial<Record<'rate' | 'p99' | 'cpu', string>>): Columns<Compared> {
  const columns = Object.entries(titles) as ['rate' | 'p99' | 'cpu', string][];
  return Object.fromEntries(
    columns.map(([of, title]) => [title, ({ ratios }) => (ratios === null ? '' : ratios[of])]),
  );
}
