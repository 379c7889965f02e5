/** Measures one server under load for one round, sums up rounds, and compares servers that take turns. */
import type { Context, Target } from '../context.ts';
import { cpuMsWithChildren, peakMemoryMb, resetPeakMemory } from '../process-usage.ts';
import { type Table, tableOf } from '../report.ts';
import { difference, medianOf, quotient } from '../statistics.ts';

export interface Contender extends Target {
  name: string;
  pid: number;
  /** The database server it works with, if that is a process of its own. */
  databasePid?: number;
}

/** A figure is null when it could not be measured, or when errors made it meaningless. */
export interface Measure extends Record<Exclude<(typeof LOAD_COLUMNS)[number], 'errors'>, number | null> {
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
  const before = { own: cpuMsWithChildren(pid), database: databaseCpu() };
  const { requests, errors, ...speed } = await context.loadTool.run(context, contender, connections, seconds);
  const memoryMb = peakMemoryMb(pid);
  if (errors > 0 || requests === 0) return { ...INVALID, memoryMb, errors };
  const cpuMsPerRequest = quotient(difference(cpuMsWithChildren(pid), before.own), requests);
  const databaseCpuMsPerRequest = quotient(difference(databaseCpu(), before.database), requests);
  return { ...speed, memoryMb, cpuMsPerRequest, databaseCpuMsPerRequest, errors };
}

const NO_SPEED = { requestsPerSecond: null, p50Ms: null, p99Ms: null };
const INVALID = { ...NO_SPEED, cpuMsPerRequest: null, databaseCpuMsPerRequest: null };

/** Lets a server compile the code that it runs often, before its figures count. */
export async function warmUp(context: Context, contender: Contender, connections = 64): Promise<void> {
  const { warmupSeconds } = context.options;
  if (warmupSeconds > 0) await context.loadTool.run(context, contender, connections, warmupSeconds);
}

/** Errors add up; memory is the worst of all rounds. */
export function summarise(rounds: readonly Measure[]): Measure {
  const figures = LOAD_COLUMNS.map((of) => [of, medianOf(rounds.map((round) => round[of]))]);
  const memory = rounds.map(({ memoryMb }) => memoryMb).filter((megabytes) => megabytes !== null);
  const memoryMb = memory.length === 0 ? null : Math.max(...memory);
  const errors = rounds.reduce((sum, { errors }) => sum + errors, 0);
  return { ...(Object.fromEntries(figures) as Measure), memoryMb, errors };
}

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

export interface Compared extends Measure {
  name: string;
  rounds: Measure[];
  /** To the common server, which itself has none. */
  rateRatio?: number | null;
  p99Ratio?: number | null;
  cpuRatio?: number | null;
}

export function sideOf(contender: Contender): Side {
  return { name: contender.name, during: (act) => act(contender) };
}

/**
 * Measures the common server and each side once in each round, and compares within rounds, because the speed of a shared
 * machine drifts more within minutes than the figures differ. All are loaded equally often: a server that has had more
 * load is faster, for minutes. Every other round goes in the opposite order.
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
  const ofCommon: Measure[] = [];
  const measured = sides.map((side) => ({ side, measures: [] as Measure[] }));
  const all = [{ side: sideOf(common), measures: ofCommon }, ...measured];
  for (let round = 0; round < rounds; round += 1) {
    context.progress(`${what}: ${connections} connections, round ${round + 1} of ${rounds}`);
    for (const { side, measures } of round % 2 === 0 ? all : all.toReversed()) {
      measures.push(await side.during((contender) => measure(context, contender, connections)));
    }
  }
  return [
    { name: common.name, ...summarise(ofCommon), rounds: ofCommon },
    ...measured.map(({ side: { name }, measures }) => ({
      ...{ name, ...summarise(measures), rounds: measures },
      rateRatio: ratioOf(measures, ofCommon, 'requestsPerSecond'),
      p99Ratio: ratioOf(measures, ofCommon, 'p99Ms'),
      cpuRatio: ratioOf(measures, ofCommon, 'cpuMsPerRequest'),
    })),
  ];
}

export const LOAD_COLUMNS = [
  ...(['requestsPerSecond', 'p50Ms', 'p99Ms', 'memoryMb'] as const),
  ...(['cpuMsPerRequest', 'databaseCpuMsPerRequest', 'errors'] as const),
];

/** Verdicts of servers or of their states, by database, beside a common one. @param common names it in the titles. */
export function verdictsTable(
  rows: readonly (Compared & { database: string })[],
  connections: number,
  common: string,
): Table {
  return tableOf(rows, ['database', 'name', ...LOAD_COLUMNS, 'rateRatio', 'cpuRatio'], {
    name: `verdicts at ${connections} connections`,
    rateRatio: `of ${common}`,
    cpuRatio: `CPU of ${common}`,
  });
}
