/** Times single requests, one after another over one connection, as a waiting caller sees them. */
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { type Answer, ask, type Question } from '../http.ts';
import { cpuMs, cpuMsWithChildren } from '../process-usage.ts';
import { get, type RunningAssize } from '../servers/assize.ts';
import { difference, median, percentile, quotient } from '../statistics.ts';

/** These do not count, because they include compiling new code and reading data from disk. */
const WARM_UPS = 10;

export interface Latency {
  request: string;
  requests: number;
  p50Ms: number | null;
  p95Ms: number | null;
  maxMs: number | null;
  /** Processor time of the service for each request. Other programs on the machine affect it much less. */
  cpuMs?: number | null;
}

/** The next question, which may depend on the previous answer: a list continues at a cursor. */
export type NextQuestion = (before: Answer | null) => Question;

/** @throws if an answer is not 200. */
export async function measureLatency(
  running: RunningAssize,
  request: string,
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
      if (answer.status !== 200) throw new Error(`${request} was answered ${answer.status}: ${answer.body}`);
    }
  } finally {
    agent.destroy();
  }
  const cpuMs = quotient(difference(usedMs(running), usedBefore), requests);
  return { ...latencyOf(request, timesMs), cpuMs };
}

/** @param timesMs at least one. */
export function latencyOf(request: string, timesMs: readonly number[]): Latency {
  return {
    request,
    requests: timesMs.length,
    p50Ms: median(timesMs),
    p95Ms: percentile(timesMs, 95),
    maxMs: percentile(timesMs, 100),
  };
}

/** CPU time of the service and of its database's processes so far, ms. */
export function usedMs({ pid, databasePid }: RunningAssize): number | null {
  const own = cpuMs(pid);
  const ofDatabase = databasePid === undefined ? 0 : cpuMsWithChildren(databasePid);
  return own === null || ofDatabase === null ? null : own + ofDatabase;
}

/** Times one piece of work, by the clock and in CPU time of the service and its database. */
export async function timed<T>(running: RunningAssize, work: () => Promise<T>) {
  const usedBefore = usedMs(running);
  const startedAt = performance.now();
  const result = await work();
  const seconds = (performance.now() - startedAt) / 1000;
  return { result, seconds, cpuSeconds: quotient(difference(usedMs(running), usedBefore), 1000) };
}

/** @throws if it does not happen in time. */
export async function eventually(
  what: string,
  isSo: () => Promise<boolean>,
  withinMs: number,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`${what} did not happen in time`);
    await sleep(50);
  }
}

const QUIET_MS_PER_SECOND = 100;
const QUIET_SECONDS = 3;
const CAUGHT_UP_WITHIN_MS = 600_000;

/** Waits until the service has signed, summarised and verified this many artifacts, which are new to it. */
export async function untilCaughtUp(
  context: Context,
  running: RunningAssize,
  artifacts: number,
): Promise<void> {
  context.progress('waiting until the service has caught up');
  const isSigned = async () => {
    const { status, body } = await ask(get(running, '/api/v1/evidence/checkpoint'));
    return status === 200 && Number(body.split('\n')[1]) >= artifacts;
  };
  await eventually('a checkpoint of all artifacts', isSigned, CAUGHT_UP_WITHIN_MS);
  let quiet = 0;
  const isQuiet = async () => {
    const before = usedMs(running);
    await sleep(1000);
    const used = difference(usedMs(running), before);
    quiet = used === null || used < QUIET_MS_PER_SECOND ? quiet + 1 : 0;
    return quiet === QUIET_SECONDS;
  };
  await eventually('quiet after that', isQuiet, CAUGHT_UP_WITHIN_MS);
}
