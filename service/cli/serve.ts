/** `assize serve`: starts the service, listens, and on a signal stops without losing an accepted request. */

import cluster from 'node:cluster';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { removeNode } from '../database/nodes/nodes.ts';
import { servingChore } from '../database/nodes/serving.ts';
import { committerOfPrimary } from '../evidence/append/index.ts';
import { createChosenKeys } from '../first-run.ts';
import { startChores } from '../foundation/chores.ts';
import { ClockJumps } from '../foundation/clock.ts';
import { IdSource } from '../foundation/ids.ts';
import type { Gauge } from '../foundation/measured.ts';
import { answerPeer, LISTENING_TOPIC, Peer, PING_TOPIC } from '../foundation/peer.ts';
import { buildApp } from '../http/app.ts';
import { type Health, healthBy } from '../http/server/health.ts';
import { readinessChecks, readinessWarnings } from '../http/server/readiness.ts';
import { createLogger, endNow, endUnheard, logWarnings } from '../logging/log.ts';
import { OWN_METRICS_TOPIC } from '../metrics/index.ts';
import { sendingChore } from '../notices/index.ts';
import { fillRandom, type Service, startService } from '../wiring.ts';
import { type Exported, exported } from './exported.ts';
import { createFirstKeys, printGreeting } from './greeting.ts';
import { ignoreBrokenPipe } from './terminal.ts';
import { type Watched, watched } from './watched.ts';
import { healthOfAll, OWN_READINESS_TOPIC, readinessOf } from './workers/whole.ts';

/** How long a stop may take before the process gives up on open requests, ms. */
const STOP_TIMEOUT_MS = 30_000;

interface Listening {
  /** Called once the first keys of an empty database exist. */
  start: { hasFirstKeys: boolean };
  options: ServeOptions;
  watch: Watched;
  telemetry: Exported;
  health: Health;
  jumps: ClockJumps;
  /** The id of this node. */
  node: string;
  /** null where this is the only process. */
  primary: Peer | null;
}

export interface ServeOptions {
  json: boolean;
  /** Whether it prints where it listens; of several workers, one does. */
  greets: boolean;
}

/** Resolves once the service listens. @throws where it can't; nothing stays open then. */
export async function serve(config: Config, options: ServeOptions): Promise<void> {
  ignoreBrokenPipe(process.stdout);
  const log = createLogger(config.logLevel);
  if (config.unknown.length > 0) log.warn({ settings: config.unknown }, 'unknown settings are ignored');
  const primary = cluster.isWorker ? new Peer(process) : null;
  const watch = watched(config, primary);
  const committer = primary === null ? undefined : committerOfPrimary(primary);
  const node = new IdSource(fillRandom).random('node');
  const { measured } = watch;
  const telemetry = await exported(config, log, measured);
  const own = { ...config, telemetry: telemetry.telemetry };
  const service = await startService(own, log, { committer, measured, traced: telemetry.traced, node }).catch(
    async (error: unknown) => {
      await telemetry.close();
      throw error;
    },
  );
  try {
    const start = { hasFirstKeys: false };
    const checks = readinessChecks(service, () => start.hasFirstKeys);
    const jumps = new ClockJumps(service.clock);
    const health = healthBy(checks, () =>
      readinessWarnings(service.db, [...logWarnings(), ...jumps.warnings()]),
    );
    const { baseUrl, trustedProxies, fastPath: hasFastPath } = config;
    const http = { baseUrl, trustedProxies, hasFastPath, metrics: watch.beside };
    const asked = primary === null ? health : healthOfAll(primary, health);
    if (primary !== null) answerPrimary(health, watch);
    const app = await buildApp({ services: service, health: asked, logger: log, ...http });
    await listen(app, service, { start, options, watch, telemetry, health, jumps, node, primary });
  } catch (error) {
    await removeNode(service.db, node).catch(() => undefined);
    await service.close();
    await telemetry.close();
    throw error;
  }
}

/**
 * Keys that the operator chose exist before the first request, so that none is refused. Generated keys come last: a
 * failed start must not create secrets that are never shown.
 */
async function listen(app: FastifyInstance, service: Service, about: Listening): Promise<void> {
  const { start, options, watch, telemetry } = about;
  const { config, log } = service;
  try {
    const firstKeys = await createChosenKeys(service);
    await watch.start([...service.gauges, readyGauge(about.health)], log);
    await app.listen({ host: config.host, port: config.port });
    const { port } = app.server.address() as AddressInfo;
    const keys = await createFirstKeys(firstKeys, options.json);
    start.hasFirstKeys = true;
    const beside: Beside = { chores: { stop: async () => undefined }, watch, telemetry, node: about.node };
    const stop = stopOnSignal(app, service, beside);
    beside.chores = startBeside(service, about, stop);
    log.info({ database: config.database.kind, host: config.host, port }, 'listening');
    await about.primary?.ask(LISTENING_TOPIC, null);
    const baseUrl = config.port === 0 ? `http://${config.host}:${port}` : config.baseUrl;
    if (options.greets || keys.length > 0)
      await printGreeting(service, keys, { baseUrl, json: options.json });
  } catch (error) {
    await app.close();
    await watch.close();
    throw error;
  }
}

/** Answers the process that started this worker. */
function answerPrimary(health: Health, watch: Watched): void {
  answerPeer(process, {
    [PING_TOPIC]: async () => null,
    [OWN_READINESS_TOPIC]: () => readinessOf(health),
    [OWN_METRICS_TOPIC]: () => watch.own(),
  });
}

function readyGauge(health: Health): Gauge {
  return {
    name: 'ready',
    help: '1 where an evaluation would be answered, as /readyz says.',
    read: async () => ((await health.problems()).length === 0 ? 1 : 0),
    across: 'min',
  };
}

/** Only the service does these. A command beside it is not a node, and sends no mail. */
function startBeside(
  service: Service,
  { node, jumps }: Pick<Listening, 'node' | 'jumps'>,
  stop: Stop,
): { stop(): Promise<void> } {
  const { db, clock, log, config } = service;
  const onRefused = (why: string) => {
    log.error({ why }, 'a newer version has changed the database, so this node stops');
    process.exitCode = 1;
    stop('newer version');
  };
  const serving = servingChore({ db, location: config.database, clock, log, node, onRefused });
  return startChores([sendingChore(service), serving, jumps.chore(log)], log, service.measured);
}

type Stop = (cause: string) => void;

interface Beside {
  chores: { stop(): Promise<void> };
  watch: Watched;
  telemetry: Exported;
  node: string;
}

/** @returns a function that stops it without a signal. */
function stopOnSignal(app: FastifyInstance, service: Service, beside: Beside): Stop {
  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    service.log.info({ signal }, 'stopping');
    setTimeout(() => {
      service.log.error({}, 'could not stop in time');
      endNow(1);
    }, STOP_TIMEOUT_MS).unref();
    await app.close();
    await beside.chores.stop();
    await beside.watch.close();
    await removeNode(service.db, beside.node).catch(() => undefined);
    await service.close();
    service.log.info({}, 'stopped');
    await beside.telemetry.close();
    await endUnheard();
  };
  const stopFor: Stop = (cause) => {
    stop(cause).catch((error: unknown) => {
      service.log.error({ err: error }, 'could not stop cleanly');
      endNow(1);
    });
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopFor(signal));
  // The terminal was closed, or this is a reload without workers. Workers leave it to the process that started them.
  process.on('SIGHUP', () => cluster.isWorker || stopFor('SIGHUP'));
  return stopFor;
}
