/**
 * The processor time of the event loop for one verdict, with and without being watched, in one process and on one
 * database: a state takes turns of a few hundred requests with the first, so other load on the machine meets both alike.
 */
import { randomFillSync } from 'node:crypto';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { readConfig } from '../../../service/config/config.ts';
import { createFirstKeys } from '../../../service/first-run.ts';
import { systemClock } from '../../../service/foundation/clock.ts';
import { IdSource } from '../../../service/foundation/ids.ts';
import { type Measured, NOT_MEASURED } from '../../../service/foundation/measured.ts';
import { buildApp } from '../../../service/http/app.ts';
import { createLogger } from '../../../service/logging/log.ts';
import { Metrics } from '../../../service/metrics/index.ts';
import { openTelemetry } from '../../../service/telemetry/open.ts';
import { NOT_TRACED, type Traced } from '../../../service/telemetry/traced.ts';
import { type Service, startService } from '../../../service/wiring.ts';
import type { Context } from '../../context.ts';
import { ORDINARY } from '../../question.ts';
import { newKey } from '../../servers/assize.ts';
import { startReceiver } from '../../servers/own.ts';
import { median } from '../../statistics.ts';

export interface Watching {
  measured: Measured;
  traced: Traced;
}

export interface CpuOfState {
  state: string;
  cpuUsPerVerdict: number;
  /** The median over turns of what it takes more than the first state right before it. */
  moreUs: number | null;
  ofFirst: number | null;
}

const REQUESTS_A_TURN = 256;
const AT_ONCE = 64;
const TURNS_A_ROUND = 10;
const WARM_UP_TURNS = 20;
const NOT_WATCHED: Watching = { measured: NOT_MEASURED, traced: NOT_TRACED };
const ROUTE = '/api/v1/core/governance/evaluate';

/**
 * @param first what the others are held against, each by itself: exports of a state with many spans would fall into the
 * turns of others.
 */
export async function cpuOfStates(
  context: Context,
  first: string,
  othersOf: (collector: string) => Record<string, Watching>,
): Promise<CpuOfState[]> {
  const collector = await startReceiver(context);
  const key = newKey();
  const current: Watching = { ...NOT_WATCHED };
  const service = await startSwitched(path.join(context.folder, 'watched'), key, current);
  const turnsOf = async (watching: Watching): Promise<() => Promise<number>> => {
    const app = await appOf({ ...service, ...watching });
    return () => {
      Object.assign(current, watching);
      return turnOf(app, key);
    };
  };
  const unwatched = await turnsOf(NOT_WATCHED);
  const turns = context.options.rounds * TURNS_A_ROUND;
  const ofFirst: number[] = [];
  const rows: CpuOfState[] = [];
  for (const [state, watching] of Object.entries(othersOf(collector.urlOf('/v1/traces')))) {
    context.progress(`telemetry: ${turns} turns in one process, ${state}`);
    const pairs = await takeTurns(unwatched, await turnsOf(watching), turns);
    ofFirst.push(...pairs.map((pair) => pair.first));
    rows.push({
      state,
      cpuUsPerVerdict: median(pairs.map((pair) => pair.other)),
      moreUs: median(pairs.map((pair) => pair.other - pair.first)),
      ofFirst: median(pairs.map((pair) => pair.other / pair.first)),
    });
  }
  await service.close();
  await collector.stop();
  return [{ state: first, cpuUsPerVerdict: median(ofFirst), moreUs: null, ofFirst: null }, ...rows];
}

/** Garbage of one turn is collected in the next: so each follows itself as often as the other. */
async function takeTurns(
  first: () => Promise<number>,
  other: () => Promise<number>,
  turns: number,
): Promise<{ first: number; other: number }[]> {
  const pairs: { first: number; other: number }[] = [];
  for (let turn = -WARM_UP_TURNS; turn < turns; turn += 1) {
    const before = turn % 2 === 0 ? await first() : null;
    const ofOther = await other();
    const pair = { first: before ?? (await first()), other: ofOther };
    if (turn >= 0) pairs.push(pair);
  }
  return pairs;
}

/** What the rooms were started with passes on to the state whose turn it is. */
async function startSwitched(folder: string, key: string, current: Watching): Promise<Service> {
  const measured: Measured = {
    ...NOT_MEASURED,
    verdictGiven: (given) => current.measured.verdictGiven(given),
    batchCommitted: (...committed) => current.measured.batchCommitted(...committed),
    requestAnswered: (answered) => current.measured.requestAnswered(answered),
  };
  const traced: Traced = {
    ...NOT_TRACED,
    present: () => current.traced.present(),
    within: (name, work, alone) => current.traced.within(name, work, alone),
  };
  const config = readConfig({
    ...{ ASSIZE_DATA_DIR: folder, ASSIZE_INIT_PRODUCTION_KEY: key, ASSIZE_INIT_TIER: 'enterprise' },
    ...{ ASSIZE_RATE_LIMITS: 'off', ASSIZE_LOG_LEVEL: 'warn' },
  });
  const service = await startService(config, createLogger('warn'), { measured, traced });
  await createFirstKeys(service);
  return service;
}

function appOf(services: Service): Promise<FastifyInstance> {
  const health = { problems: async () => [] };
  return buildApp({ services, health, logger: services.log, baseUrl: services.config.baseUrl });
}

/** @returns processor time of this thread for one request, µs. */
async function turnOf(app: FastifyInstance, key: string): Promise<number> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const payload = JSON.stringify(ORDINARY);
  const before = process.threadCpuUsage();
  let left = REQUESTS_A_TURN;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const { statusCode } = await app.inject({ method: 'POST', url: ROUTE, headers, payload });
      if (statusCode !== 200) throw new Error(`the service answered ${statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / REQUESTS_A_TURN;
}

export function withMetrics(): Measured {
  return new Metrics([], systemClock(0));
}

/** Exports for real, to a collector in another process. */
export function tracing(ratio: number, url: string): Traced {
  const ids = new IdSource((target) => void randomFillSync(target));
  const traces = {
    ...{ url, headers: {}, protocol: 'http/protobuf' as const, timeoutMs: 10_000 },
    ...{ delayMs: 1000, maxQueued: 2048, maxBatch: 512, sampler: { ratio, callerDecides: false } },
  };
  const log = { warn() {}, info() {} };
  const deps = { clock: systemClock(0), ids, log, measured: NOT_MEASURED };
  return openTelemetry({ resource: {}, traces, logs: null }, deps).traced;
}
