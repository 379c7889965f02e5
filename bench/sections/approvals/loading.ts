/**
 * Verdicts under load while events are produced at a steady pace, with endpoints that are sent each of them and with
 * none. Two services on databases of their own take turns; what is still to be sent is sent before the next one's turn.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { type Measure, measure, summarise, warmUp } from '../../load/measure.ts';
import type { Check } from '../../report.ts';
import { installAssize, type RunningAssize, startAssize } from '../../servers/assize.ts';
import type { PostgresServer } from '../../servers/postgres.ts';
import { MAY_REACH_RECEIVER, type Receiver, startReceiver } from '../../servers/receiver.ts';
import { medianOf, medianRatio } from '../../statistics.ts';
import { figure } from '../../table.ts';
import { type Part, usedMs } from '../evidence/stand.ts';
import { subscribe } from './hearing.ts';
import { produceEvents } from './producing.ts';

const CONNECTIONS = 64;
/** Until what is produced is on its way at its pace. */
const SETTLES_MS = 1000;
const DRAINS_WITHIN_MS = 120_000;
/** Of fewer deliveries, the CPU time says more of everything else. */
const LEAST_LEFT = 500;
const TARGETS = { ratio: 0.85, delivered: 0.95 };

interface Round extends Measure {
  /** Per second. */
  produced: number;
  /** Per second, to all endpoints together. */
  delivered: number;
  /** When the load ends: deliveries that are due and did not arrive yet. */
  behind: number;
  /** Until they have, s; null where they did not in time. */
  drainedS: number | null;
  /** Of the service and its database, while nothing else was asked of them; null where too few were behind. */
  cpuMsPerDelivery: number | null;
}

export interface Loading {
  database: string;
  endpoints: number;
  with: Round[];
  without: Round[];
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
  const loading: Loading = { database, endpoints, with: [], without: [] };
  const turn = async (isTelling: boolean) => {
    const one = isTelling ? telling : silent;
    const rounds = isTelling ? loading.with : loading.without;
    rounds.push(await measureRound(context, one, receiver, isTelling ? endpoints : 0));
  };
  for (let round = 0; round < rounds; round += 1) {
    context.progress(`approvals: ${database}: verdicts beside events, round ${round + 1} of ${rounds}`);
    const first = round % 2 === 0;
    await turn(first);
    await turn(!first);
  }
  for (const one of [telling, silent, receiver]) await one.stop();
  return loading;
}

async function measureRound(
  context: Context,
  contender: RunningAssize,
  receiver: Receiver,
  endpoints: number,
): Promise<Round> {
  const deliveredAlready = await deliveries(receiver);
  const producer = produceEvents(contender, context.options.events);
  await sleep(SETTLES_MS);
  const before = { produced: producer.produced(), delivered: await deliveries(receiver) };
  const startedAt = performance.now();
  const measured = await measure(context, contender, CONNECTIONS);
  const seconds = (performance.now() - startedAt) / 1000;
  const after = { produced: producer.produced(), delivered: await deliveries(receiver) };
  await producer.stop();
  const due = deliveredAlready + producer.produced() * endpoints;
  const left = due - (await deliveries(receiver));
  const usedBefore = usedMs({ running: contender });
  const drainedS = await drained(receiver, due);
  const usedAfter = usedMs({ running: contender });
  const isKnown = usedBefore !== null && usedAfter !== null && drainedS !== null && left >= LEAST_LEFT;
  return {
    ...measured,
    produced: (after.produced - before.produced) / seconds,
    delivered: (after.delivered - before.delivered) / seconds,
    behind: Math.max(0, deliveredAlready + after.produced * endpoints - after.delivered),
    drainedS,
    cpuMsPerDelivery: isKnown ? (usedAfter - usedBefore) / left : null,
  };
}

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

export function loadingPart(all: readonly Loading[]): Part {
  const row = (database: string, endpoints: number, rounds: readonly Round[], ratio: string) => {
    const of = summarise(rounds);
    const middle = (pick: (round: Round) => number | null) => figure(medianOf(rounds.map(pick)));
    return [
      ...[database, String(endpoints), figure(of.requestsPerSecond), figure(of.p50Ms), figure(of.p99Ms)],
      ...[figure(of.memoryMb), figure(of.cpuMsPerRequest), String(of.errors), ratio],
      ...[middle((round) => round.produced), middle((round) => round.delivered)],
      ...[middle((round) => round.behind), middle((round) => round.drainedS)],
      middle((round) => round.cpuMsPerDelivery),
    ];
  };
  return {
    tables: [
      {
        columns: [
          ...['database', 'endpoints', `verdicts/s at ${CONNECTIONS}`, 'p50 ms', 'p99 ms', 'memory MB'],
          ...[
            'CPU ms/verdict',
            'errors',
            'of none',
            'events/s',
            'deliveries/s',
            'behind',
            'drained s',
            'CPU ms/delivery',
          ],
        ],
        rows: all.flatMap((loading) => [
          row(loading.database, 0, loading.without, ''),
          row(loading.database, loading.endpoints, loading.with, figure(ratioOf(loading))),
        ]),
      },
    ],
    checks: all.flatMap(checksOf),
    notes: [
      'events/s come beside the verdicts, by batches of blocked actions; behind: deliveries due when the load ends.',
    ],
  };
}

function ratioOf(loading: Loading): number | null {
  const [upper, lower] = [loading.with, loading.without];
  return medianRatio(
    upper.map((round, place) => [round.requestsPerSecond, lower[place]?.requestsPerSecond ?? null] as const),
  );
}

function checksOf(loading: Loading): Check[] {
  const { database, endpoints } = loading;
  const due = (round: Round) => round.delivered / (round.produced * endpoints);
  return [
    {
      what: `${database}: verdicts/s with ${endpoints} endpoints, of those with none`,
      figure: ratioOf(loading),
      sense: 'at least',
      target: TARGETS.ratio,
      unit: '×',
    },
    {
      what: `${database}: deliveries/s under that load, of those due`,
      figure: medianOf(loading.with.map(due)),
      sense: 'at least',
      target: TARGETS.delivered,
      unit: '×',
    },
  ];
}
