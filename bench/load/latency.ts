/** How long single requests take, one after another over one connection: what a person or a program that waits sees. */
import http from 'node:http';
import { type Answer, ask, type Question } from '../http.ts';
import { median } from '../statistics.ts';

/** Not counted: what runs for the first time is compiled and read from disk then. */
const WARM_UPS = 10;

export interface Latency {
  name: string;
  requests: number;
  /** null where one was not answered with 200; `refusal` says what came instead. */
  p50Ms: number | null;
  p95Ms: number | null;
  maxMs: number | null;
  /** Of the server, for each request; moves much less with what others do on the machine than the times. */
  cpuMs: number | null;
  refusal: { status: number; body: string } | null;
}

/** The next question, given the answer to the one before, for lists that go on at a cursor. */
export type NextQuestion = (before: Answer | null) => Question;

/** @param usedMs the server's CPU time so far. */
export async function measureLatency(
  name: string,
  requests: number,
  next: NextQuestion,
  usedMs: () => number | null,
): Promise<Latency> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const timesMs: number[] = [];
  let answer: Answer | null = null;
  let usedBefore: number | null = null;
  try {
    for (let place = -WARM_UPS; place < requests; place += 1) {
      const question: Question = next(answer);
      if (place === 0) usedBefore = usedMs();
      const startedAt = performance.now();
      answer = await ask(question, agent);
      if (place >= 0) timesMs.push(performance.now() - startedAt);
      if (answer.status !== 200) {
        const refusal = { status: answer.status, body: answer.body.slice(0, 200) };
        return { name, requests: 0, p50Ms: null, p95Ms: null, maxMs: null, cpuMs: null, refusal };
      }
    }
  } finally {
    agent.destroy();
  }
  const usedAfter = usedMs();
  const used = usedBefore === null || usedAfter === null ? null : (usedAfter - usedBefore) / requests;
  return latencyOf(name, timesMs, used);
}

/** Of times that were taken otherwise. @param timesMs at least one. */
export function latencyOf(name: string, timesMs: readonly number[], cpuMs: number | null = null): Latency {
  return {
    name,
    requests: timesMs.length,
    p50Ms: median(timesMs),
    p95Ms: percentile(timesMs, 95),
    maxMs: Math.max(...timesMs),
    cpuMs,
    refusal: null,
  };
}

/** The nearest rank: a time that was really measured. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((share / 100) * sorted.length) - 1] ?? Number.NaN;
}
