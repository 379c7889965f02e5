/**
 * The processor time of the event loop for one verdict, with and without being watched, in one process and on one
 * database: the states take turns of a few hundred requests, so other load on the machine meets all of them alike.
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
import { createLogger } from '../../../service/log/log.ts';
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

interface State extends Watching {
  name: string;
  app: FastifyInstance;
  usEach: number[];
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
const ROUTE = '/api/v1/core/governance/evaluate';

/** @param names the first is the one that the others are held against. */
export async function cpuOfStates(
  context: Context,
  watchingOf: (collector: string) => Record<string, Watching>,
): Promise<CpuOfState[]> {
  const collector = await startReceiver(context);
  const key = newKey();
  const current: Watching = { measured: NOT_MEASURED, traced: NOT_TRACED };
  const service = await startSwitched(path.join(context.folder, 'watched'), key, current);
  const states: State[] = [];
  for (const [name, watching] of Object.entries(watchingOf(collector.urlOf('/v1/traces')))) {
    states.push({ name, ...watching, app: await appOf({ ...service, ...watching }), usEach: [] });
  }
  const turns = context.options.rounds * TURNS_A_ROUND;
  context.progress(`telemetry: ${turns} turns in one process`);
  for (let turn = -2; turn < turns; turn += 1) {
    // Garbage of one turn is collected in the next: so each state follows itself, or a neighbour.
    for (const state of turn % 2 === 0 ? states : states.toReversed()) {
      Object.assign(current, { measured: state.measured, traced: state.traced });
      const usEach = await turnOf(state.app, key);
      if (turn >= 0) state.usEach.push(usEach);
    }
  }
  for (const { app } of states) await app.close();
  await service.close();
  await collector.stop();
  return states.map((state) => summaryOf(state, states[0]?.usEach ?? []));
}

function summaryOf({ name, usEach }: State, first: readonly number[]): CpuOfState {
  const more = usEach.map((us, turn) => us - (first[turn] ?? 0));
  const isFirst = usEach === first;
  const ratio = median(usEach.map((us, turn) => us / (first[turn] ?? 1)));
  return {
    state: name,
    cpuUsPerVerdict: median(usEach),
    moreUs: isFirst ? null : median(more),
    ofFirst: isFirst ? null : ratio,
  };
}

/** What the rooms were started with passes on to the state whose turn it is. */
async function startSwitched(folder: string, key: string, current: Watching): Promise<Service> {
  const measured: Measured = {
    verdictGiven: (given) => current.measured.verdictGiven(given),
    batchEnded: (...ended) => current.measured.batchEnded(...ended),
    requestAnswered: (answered) => current.measured.requestAnswered(answered),
    choreFailed: () => undefined,
    telemetryDropped: () => undefined,
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
