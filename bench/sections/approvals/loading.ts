/**
 * Verdicts under load with nothing beside them, beside actions that are blocked at a steady pace and told to nobody, and
 * beside the same that are told to endpoints. Two services on databases of their own take turns, of which one has the
 * endpoints; what is still to be sent is sent before the next turn.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { type Measure, measure, warmUp } from '../../load/measure.ts';
import { installAssize, type RunningAssize, startAssize } from '../../servers/assize.ts';
import type { PostgresServer } from '../../servers/postgres.ts';
import { MAY_REACH_RECEIVER, type Receiver, startReceiver } from '../../servers/receiver.ts';
import { cpuMs } from '../../usage.ts';
import { usedMs } from '../evidence/stand.ts';
import { subscribe } from './hearing.ts';
import { type Producer, produceEvents } from './producing.ts';

export const CONNECTIONS = 64;
/** Until what is produced is on its way at its pace. */
const SETTLES_MS = 1000;
const DRAINS_WITHIN_MS = 120_000;
/** Of fewer deliveries, the CPU time says more of everything else. */
const MIN_LEFT = 500;

export interface Round extends Measure {
  /** Per second. */
  produced: number;
  /** Per second, to all endpoints together. */
  delivered: number;
  /** Of the service and its database, and of what webhooks are sent to: cores in use under load. */
  serviceCores: number | null;
  receiverCores: number | null;
  /** When the load ends: deliveries that are due and did not arrive yet. */
  behind: number;
  /** Until they have, s; null where they did not in time. */
  drainedS: number | null;
  /** Of the service and its database, while nothing else was asked of them; null where too few were behind. */
  cpuMsPerDelivery: number | null;
}

/** Nothing beside the verdicts; blocked actions of which nobody is told; the same, and endpoints that are told. */
export const SITUATIONS = ['alone', 'untold', 'told'] as const;
export type Situation = (typeof SITUATIONS)[number];

export interface Loading {
  database: string;
  endpoints: number;
  rounds: Record<Situation, Round[]>;
}

/** @param newPostgres a fresh server for each service; null for the embedded database. @returns null without webhooks. */
export async function measureLoading(
  context: Context,
  database: string,
  newPostgres: (() => Promise<PostgresServer | null>) | null,
): Promise<Loading | null> {
  const { endpoints, rounds } = context.options;
  const receiver = await startReceiver(context);
  const start = async () => {
    const installation = installAssize(context, (await newPostgres?.()) ?? null);
    const environment = { ...installation.environment, ...MAY_REACH_RECEIVER };
    return startAssize(context, { ...installation, environment });
  };
  const [telling, silent] = [await start(), await start()];
  for (let place = 0; place < endpoints; place += 1) {
    if (!(await subscribe(telling, receiver.urlOf(`endpoint-${place}`), null))) return null;
  }
  for (const contender of [telling, silent]) await warmUp(context, contender, CONNECTIONS);
  const loading: Loading = { database, endpoints, rounds: { alone: [], untold: [], told: [] } };
  for (let round = 0; round < rounds; round += 1) {
    context.progress(`approvals: ${database}: verdicts beside events, round ${round + 1} of ${rounds}`);
    for (const situation of round % 2 === 0 ? SITUATIONS : SITUATIONS.toReversed()) {
      const one = situation === 'told' ? telling : silent;
      loading.rounds[situation].push(await measureRound(context, one, receiver, situation));
    }
  }
  for (const one of [telling, silent, receiver]) await one.stop();
  return loading;
}

async function measureRound(
  context: Context,
  contender: RunningAssize,
  receiver: Receiver,
  situation: Situation,
): Promise<Round> {
  const endpoints = situation === 'told' ? context.options.endpoints : 0;
  const deliveredAlready = await deliveries(receiver);
  const producer = situation === 'alone' ? NOTHING : produceEvents(contender, context.options.events);
  await sleep(SETTLES_MS);
  const before = await standing();
  const startedAt = performance.now();
  const measured = await measure(context, contender, CONNECTIONS);
  const seconds = (performance.now() - startedAt) / 1000;
  const after = await standing();
  await producer.stop();
  const due = deliveredAlready + producer.produced() * endpoints;
  const left = due - (await deliveries(receiver));
  const usedBefore = usedMs({ running: contender });
  const drainedS = await drained(receiver, due);
  const usedAfter = usedMs({ running: contender });
  const isKnown = usedBefore !== null && usedAfter !== null && drainedS !== null && left >= MIN_LEFT;
  const cores = (from: number | null, to: number | null) =>
    from === null || to === null ? null : (to - from) / 1000 / seconds;
  return {
    ...measured,
    serviceCores: cores(before.usedMs, after.usedMs),
    receiverCores: cores(before.receiverMs, after.receiverMs),
    produced: (after.produced - before.produced) / seconds,
    delivered: (after.delivered - before.delivered) / seconds,
    behind: Math.max(0, deliveredAlready + after.produced * endpoints - after.delivered),
    drainedS,
    cpuMsPerDelivery: isKnown ? (usedAfter - usedBefore) / left : null,
  };

  async function standing() {
    const usedNow = { usedMs: usedMs({ running: contender }), receiverMs: cpuMs(receiver.pid) };
    return { produced: producer.produced(), delivered: await deliveries(receiver), ...usedNow };
  }
}

const NOTHING: Producer = { produced: () => 0, stop: async () => undefined };

async function deliveries(receiver: Receiver): Promise<number> {
  const { deliveries } = await receiver.received();
  return Object.values(deliveries).reduce((sum, of) => sum + of, 0);
}

/** @returns how long it took, s. */
async function drained(receiver: Receiver, due: number): Promise<number | null> {
  const startedAt = performance.now();
  while ((await deliveries(receiver)) < due) {
    if (performance.now() - startedAt > DRAINS_WITHIN_MS) return null;
    await sleep(50);
  }
  return (performance.now() - startedAt) / 1000;
}
