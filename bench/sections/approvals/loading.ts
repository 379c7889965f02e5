/**
 * Verdicts beside nothing, beside events without endpoints, and beside events with endpoints. Two services take turns,
 * and one of them has the endpoints. The deliveries of one turn end before the next begins.
 */
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { ask, askJson } from '../../http.ts';
import { LOAD_COLUMNS, measure, ratioOf, summarise, warmUp } from '../../load/measure.ts';
import { eventually, timed, usedMs } from '../../load/timing.ts';
import type { DatabaseKind } from '../../options.ts';
import { cpuMs } from '../../process-usage.ts';
import { GRAVE } from '../../question.ts';
import { atLeast, type Check, type Part, tableOf } from '../../report.ts';
import { installAssize, post, type RunningAssize, startAssize } from '../../servers/assize.ts';
import { MAY_REACH_RECEIVER, type Receiver, startReceiver } from '../../servers/own.ts';
import { difference, medianOf, quotient } from '../../statistics.ts';

const CONNECTIONS = 64;
const BATCHES_PER_SECOND = 10;
/** With more, a batch is left out, and does not count as produced. */
const MAX_UNDER_WAY = 10;
const SETTLES_MS = 1000;
const DRAINS_WITHIN_MS = 120_000;
/** With fewer deliveries, the CPU time is mostly that of other work. */
const MIN_LEFT = 500;

const SITUATIONS = ['nothing', 'events, no endpoints', 'events, endpoints'] as const;
const [ALONE, SILENT, SENT] = SITUATIONS;
type Situation = (typeof SITUATIONS)[number];

const FIGURES = [
  ...(['serviceCores', 'receiverCores', 'eventsPerSecond', 'deliveriesPerSecond'] as const),
  ...(['behind', 'drainedS', 'cpuMsPerDelivery'] as const),
];
type Round = Awaited<ReturnType<typeof measureRound>>;

type Loading = Awaited<ReturnType<typeof measureLoading>>;

export async function measureLoading(context: Context, kind: DatabaseKind) {
  const { endpoints, rounds } = context.options;
  const receiver = await startReceiver(context);
  const start = async () => startAssize(context, await installAssize(context, kind, MAY_REACH_RECEIVER));
  const [sending, silent] = [await start(), await start()];
  for (let place = 0; place < endpoints; place += 1) {
    await askJson(post(sending, '/api/v1/webhooks', { url: receiver.urlOf(`endpoint-${place}`) }));
  }
  for (const contender of [sending, silent]) await warmUp(context, contender, CONNECTIONS);
  const { database } = sending;
  const measured: Record<Situation, Round[]> = { [ALONE]: [], [SILENT]: [], [SENT]: [] };
  for (let round = 0; round < rounds; round += 1) {
    context.progress(`approvals: ${database}: verdicts beside events, round ${round + 1} of ${rounds}`);
    for (const situation of round % 2 === 0 ? SITUATIONS : SITUATIONS.toReversed()) {
      const one = situation === SENT ? sending : silent;
      measured[situation].push(await measureRound(context, one, receiver, situation));
    }
  }
  for (const one of [sending, silent, receiver]) await one.stop();
  return { database, endpoints, rounds: measured };
}

async function measureRound(
  context: Context,
  contender: RunningAssize,
  receiver: Receiver,
  situation: Situation,
) {
  const { endpoints, events } = context.options;
  const perEvent = situation === SENT ? endpoints : 0;
  const deliveredBefore = await deliveriesTo(receiver);
  const producer = produceEvents(contender, situation === ALONE ? 0 : events);
  await sleep(SETTLES_MS);
  const state = async () => ({
    produced: producer.produced(),
    delivered: await deliveriesTo(receiver),
    serviceMs: usedMs(contender),
    receiverMs: cpuMs(receiver.pid),
  });
  const before = await state();
  const startedAt = performance.now();
  const measured = await measure(context, contender, CONNECTIONS);
  const ms = performance.now() - startedAt;
  const after = await state();
  await producer.stop();
  const due = deliveredBefore + producer.produced() * perEvent;
  const left = due - (await deliveriesTo(receiver));
  const { result: isDrained, seconds, cpuSeconds } = await timed(contender, () => drain(receiver, due));
  const cpuMsPerDelivery = quotient(cpuSeconds === null ? null : cpuSeconds * 1000, left);
  return {
    ...measured,
    serviceCores: quotient(difference(after.serviceMs, before.serviceMs), ms),
    receiverCores: quotient(difference(after.receiverMs, before.receiverMs), ms),
    eventsPerSecond: ((after.produced - before.produced) / ms) * 1000,
    deliveriesPerSecond: ((after.delivered - before.delivered) / ms) * 1000,
    /** Deliveries that are due when the load ends and have not arrived. */
    behind: Math.max(0, deliveredBefore + after.produced * perEvent - after.delivered),
    /** null if they did not arrive in time. */
    drainedS: isDrained ? seconds : null,
    /** Of the service and its database, while they had nothing else to do; null if too few were left. */
    cpuMsPerDelivery: isDrained && left >= MIN_LEFT ? cpuMsPerDelivery : null,
  };
}

/** Sends batches of blocked actions at a steady pace; each action is one event. `stop` waits for the last answer. */
function produceEvents(running: RunningAssize, perSecond: number) {
  const size = Math.round(perSecond / BATCHES_PER_SECOND);
  const evaluations = Array.from({ length: size }, () => GRAVE);
  const question = post(running, '/v1/governance/evaluate/batch', { evaluations });
  const agent = new http.Agent({ keepAlive: true, maxSockets: MAX_UNDER_WAY });
  const underWay = new Set<Promise<void>>();
  let produced = 0;
  let failure: unknown = null;
  const sendOne = async (): Promise<void> => {
    const { status, body } = await ask(question, agent);
    if (status !== 200) throw new Error(`a batch was answered ${status}: ${body.slice(0, 200)}`);
    produced += size;
  };
  const timer = setInterval(() => {
    if (size === 0 || underWay.size >= MAX_UNDER_WAY) return;
    const sending = sendOne()
      .catch((error: unknown) => {
        failure = error;
      })
      .finally(() => underWay.delete(sending));
    underWay.add(sending);
  }, 1000 / BATCHES_PER_SECOND);
  const stop = async (): Promise<void> => {
    clearInterval(timer);
    await Promise.all(underWay);
    agent.destroy();
    if (failure !== null) throw failure;
  };
  return { produced: () => produced, stop };
}

async function deliveriesTo(receiver: Receiver): Promise<number> {
  const { deliveries } = await receiver.received();
  return Object.values(deliveries).reduce((sum, of) => sum + of, 0);
}

function drain(receiver: Receiver, due: number): Promise<boolean> {
  return eventually(async () => (await deliveriesTo(receiver)) >= due, DRAINS_WITHIN_MS);
}

export function loadingPart(all: readonly Loading[]): Part {
  const rows = all.flatMap(({ database, endpoints, rounds }) =>
    SITUATIONS.map((beside) => {
      const own = rounds[beside];
      const ratio = (to: Situation) => ratioOf(own, rounds[to], 'requestsPerSecond');
      const figures = FIGURES.map((of) => [of, medianOf(own.map((round) => round[of]))]);
      return {
        ...{ database, beside, endpoints: beside === SENT ? endpoints : 0, ...summarise(own) },
        ...(Object.fromEntries(figures) as Record<(typeof FIGURES)[number], number | null>),
        ofAlone: beside === ALONE ? undefined : ratio(ALONE),
        ofNoEndpoints: beside === SENT ? ratio(SILENT) : undefined,
      };
    }),
  );
  const columns = ['database', 'beside', 'endpoints', ...LOAD_COLUMNS, 'ofAlone', 'ofNoEndpoints'] as const;
  const beside = `verdicts at ${CONNECTIONS} connections, beside`;
  const table = tableOf(rows, [...columns, ...FIGURES], { beside });
  const notes = [
    'events: batches of blocked actions beside the verdicts. of alone: their cost as evaluations of their own, and of',
    'sending them. of no endpoints: the cost of sending. behind: deliveries that are due when the load ends.',
    'The load tool, the producer of events and the receiver use the same cores as the service.',
  ];
  return { tables: [table], checks: all.flatMap(checksOf), notes };
}

function checksOf({ database, endpoints, rounds }: Loading): Check[] {
  const ratio = ratioOf(rounds[SENT], rounds[SILENT], 'requestsPerSecond');
  const delivered = medianOf(
    rounds[SENT].map((round) => round.deliveriesPerSecond / (round.eventsPerSecond * endpoints)),
  );
  const what = `${database}: verdicts/s beside events to ${endpoints} endpoints, of those beside events to none`;
  return [
    atLeast(0.85, '×', ratio, what),
    atLeast(0.95, '×', delivered, `${database}: deliveries/s under that load, of those due`),
  ];
}
