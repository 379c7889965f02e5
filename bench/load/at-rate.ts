/**
 * Sends one request over and over at a fixed rate, whether or not earlier ones were answered, as many independent callers
 * do: `node at-rate.ts <plan as JSON>`. It has as many connections as the pool of a load balancer, and leaves out what
 * finds none of them free. Prints a {@link RateResult}.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Target } from '../context.ts';
import { percentile } from '../statistics.ts';

export interface RatePlan extends Omit<Target, 'body'> {
  bodyFile: string;
  connections: number;
  /** null for as many as are answered. */
  perSecond: number | null;
  seconds: number;
  /** How long it goes on before anything counts, s. */
  settlesForSeconds: number;
}

interface Latencies {
  perSecond: number;
  p50Ms: number | null;
  p99Ms: number | null;
  maxMs: number | null;
}

export interface RateResult {
  answered: Latencies;
  /** With 503. */
  refused: Latencies;
  /** Other statuses and broken connections. */
  errors: number;
  /** Due while no connection was free, in a second. */
  unsentPerSecond: number;
}

const TICK_MS = 1;
const LAST_ANSWERS_WITHIN_MS = 5000;

async function send(plan: RatePlan): Promise<RateResult> {
  const { url, headers, bodyFile, connections, perSecond, seconds, settlesForSeconds } = plan;
  const { origin, pathname: path } = new URL(url);
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const request = { path, method: 'POST', headers, body: readFileSync(bodyFile) } as const;
  const tookMs = { answered: [] as number[], refused: [] as number[] };
  let underWay = 0;
  let errors = 0;
  let unsent = 0;
  const startedAt = performance.now();
  const countsFrom = startedAt + settlesForSeconds * 1000;
  const endsAt = countsFrom + seconds * 1000;

  function ask(sentAt: number): void {
    let status = 0;
    underWay += 1;
    const ended = (): void => {
      underWay -= 1;
      const now = performance.now();
      if (sentAt < countsFrom || now > endsAt) return;
      if (status === 200) tookMs.answered.push(now - sentAt);
      else if (status === 503) tookMs.refused.push(now - sentAt);
      else errors += 1;
    };
    pool.dispatch(request, {
      onRequestStart() {},
      onResponseStart: (_controller, code) => {
        status = code;
      },
      onResponseData() {},
      onResponseEnd: ended,
      onResponseError: ended,
    });
  }

  for (let due = 0, now = startedAt; now < endsAt; now = performance.now()) {
    const dueNow = perSecond === null ? due + connections : ((now - startedAt) * perSecond) / 1000;
    for (; due < dueNow; due += 1) {
      if (underWay < connections) ask(now);
      else if (now >= countsFrom) unsent += 1;
    }
    await sleep(TICK_MS);
  }
  const deadline = performance.now() + LAST_ANSWERS_WITHIN_MS;
  while (underWay > 0 && performance.now() < deadline) await sleep(TICK_MS);
  await pool.destroy();
  const latenciesOf = (ms: readonly number[]): Latencies => {
    const perSecond = ms.length / seconds;
    return { perSecond, p50Ms: percentile(ms, 50), p99Ms: percentile(ms, 99), maxMs: percentile(ms, 100) };
  };
  return {
    answered: latenciesOf(tookMs.answered),
    refused: latenciesOf(tookMs.refused),
    errors,
    unsentPerSecond: perSecond === null ? 0 : unsent / seconds,
  };
}

if (import.meta.main) process.stdout.write(JSON.stringify(await send(JSON.parse(process.argv[2] ?? ''))));
