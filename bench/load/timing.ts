/** Times single requests, one after another over one connection, as a caller that waits sees them. */
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, ask, type Question } from '../http.ts';
import { cpuMs, cpuMsWithChildren } from '../process-usage.ts';
import { type Table, tableOf } from '../report.ts';
import type { RunningAssize } from '../servers/assize.ts';
import { difference, median, percentile, quotient } from '../statistics.ts';

/** They do not count: code that runs for the first time is compiled, and data is read from disk. */
const WARM_UPS = 10;

export interface Latency {
  database: string;
  name: string;
  requests: number;
  /** null if an answer was not 200, which then stands in the name. */
  p50Ms: number | null;
  p95Ms: number | null;
  maxMs: number | null;
  /** Of the server, for each request. Other programs on the machine move it much less than the times. */
  cpuMs: number | null;
}

/** The next question, which may depend on the answer to the one before: a list goes on at a cursor. */
export type NextQuestion = (before: Answer | null) => Question;

export async function measureLatency(
  running: RunningAssize,
  name: string,
  requests: number,
  next: NextQuestion,
): Promise<Latency> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const timesMs: number[] = [];
  let answer: Answer | null = null;
  let usedBefore: number | null = null;
  try {
    for (let place = -WARM_UPS; place < requests; place += 1) {
      const question: Question = next(answer);
      if (place === 0) usedBefore = usedMs(running);
      const startedAt = performance.now();
      answer = await ask(question, agent);
      if (place >= 0) timesMs.push(performance.now() - startedAt);
      if (answer.status !== 200) {
        return latencyOf(running, `${name}, refused with ${answer.status} ${answer.body.slice(0, 100)}`, []);
      }
    }
  } finally {
    agent.destroy();
  }
  return latencyOf(running, name, timesMs, quotient(difference(usedMs(running), usedBefore), requests));
}

export function latencyOf(
  { database }: RunningAssize,
  name: string,
  timesMs: readonly number[],
  cpuMs: number | null = null,
): Latency {
  const requests = timesMs.length;
  const p50Ms = requests === 0 ? null : median(timesMs);
  const quantiles = { p50Ms, p95Ms: percentile(timesMs, 95), maxMs: percentile(timesMs, 100) };
  return { database, name, requests, ...quantiles, cpuMs };
}

export function latencyTable(what: string, rows: readonly Latency[]): Table {
  return tableOf(rows, ['database', 'name', 'requests', 'p50Ms', 'p95Ms', 'maxMs', 'cpuMs'], { name: what });
}

export function slowestOf<T extends Latency>(all: readonly T[]): T {
  return all.reduce((slowest, one) =>
    (one.p95Ms ?? Infinity) > (slowest.p95Ms ?? Infinity) ? one : slowest,
  );
}

/** CPU time so far of the service and of its database's processes, ms. */
export function usedMs({ pid, databasePid }: RunningAssize): number | null {
  const own = cpuMs(pid);
  const ofDatabase = databasePid === undefined ? 0 : cpuMsWithChildren(databasePid);
  return own === null || ofDatabase === null ? null : own + ofDatabase;
}

/** How long one piece of work takes, by the clock and in CPU time of the service and its database. */
export async function timed<T>(running: RunningAssize, work: () => Promise<T>) {
  const usedBefore = usedMs(running);
  const startedAt = performance.now();
  const result = await work();
  const seconds = (performance.now() - startedAt) / 1000;
  return { result, seconds, cpuSeconds: quotient(difference(usedMs(running), usedBefore), 1000) };
}

export async function eventually(isSo: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) return false;
    await sleep(50);
  }
  return true;
}

const QUIET_MS_PER_SECOND = 100;
const QUIET_SECONDS = 3;
const MAX_SECONDS = 180;

/** Waits until the service has signed, summed up and verified a database that is new to it. */
export async function untilQuiet(running: RunningAssize): Promise<void> {
  let quiet = 0;
  for (let seconds = 0; quiet < QUIET_SECONDS && seconds < MAX_SECONDS; seconds += 1) {
    const before = usedMs(running);
    await sleep(1000);
    const used = difference(usedMs(running), before);
    quiet = used === null || used < QUIET_MS_PER_SECOND ? quiet + 1 : 0;
  }
}
