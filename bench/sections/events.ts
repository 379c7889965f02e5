/**
 * How soon an agent hears of an approval and an endpoint of an escalation; and verdicts beside events, with webhook
 * endpoints and without.
 */
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { ask, askJson } from '../http.ts';
import { compare, ratioTitles, type Side, warmUp } from '../load/measure.ts';
import { eventually, latencyOf } from '../load/timing.ts';
import type { DatabaseKind } from '../options.ts';
import { escalatingRequest, GRAVE } from '../question.ts';
import { atLeast, atMost, type Part, type Section } from '../report.ts';
import { get, post, type RunningAssize, startNew } from '../servers/assize.ts';
import { MAY_REACH_RECEIVER, type Receiver, startReceiver } from '../servers/own.ts';

export const section: Section = {
  title: 'how soon people and agents hear, and verdicts beside events',
  onDatabase,
};

const TIMES = 60;
/** Nothing may keep step with what the service does at intervals. */
const SPREAD_MS = 250;
/** The service holds the waiting request by then. */
const HELD_AFTER_MS = 100;
const WITHIN_MS = 120_000;
const BATCHES_PER_SECOND = 10;
/** With more, a batch is left out. */
const MAX_UNDER_WAY = 10;

async function onDatabase(context: Context, kind: DatabaseKind): Promise<Part> {
  const receiver = await startReceiver(context);
  const silent = await startNew(context, kind, MAY_REACH_RECEIVER);
  context.progress(`${TIMES} approvals and webhooks`);
  const waiting = latencyOf('approval sent → ?wait= returns', await timesOf(() => timeApproval(silent)));
  const telling = latencyOf('escalation asked → webhook received', await timeWebhooks(silent, receiver));
  await silent.stop();
  const { rows, delivered } = await measureBesideEvents(context, kind, receiver);
  const { events, endpoints } = context.options;
  return {
    tables: [
      { name: 'heard', rows: [waiting, telling], titles: { requests: 'times' } },
      { name: `verdicts beside ${events} events a second`, rows, titles: ratioTitles('no endpoints') },
    ],
    checks: [
      atMost(200, 'ms', waiting.p50Ms, `${waiting.request}: median`),
      atMost(500, 'ms', telling.p50Ms, `${telling.request}: median`),
      atLeast(0.85, '×', rows[1]?.rateRatio, `verdicts/s with ${endpoints} endpoints, of those with none`),
      atLeast(0.95, '×', delivered, 'deliveries that arrived before the load ended, of those due'),
    ],
    notes: [
      'Events come from batches of blocked actions, which are evaluations too, with endpoints or without.',
      'The load tool, the producer of events and the receiver use the same cores as the service.',
    ],
  };
}

async function timesOf(once: () => Promise<number>): Promise<number[]> {
  const timesMs: number[] = [];
  for (let time = 0; time < TIMES; time += 1) timesMs.push(await once());
  return timesMs;
}

async function escalate(running: RunningAssize): Promise<string> {
  const question = post(running, '/v1/governance/evaluate', escalatingRequest(0));
  return (await askJson<{ approval_id: string }>(question)).approval_id;
}

async function timeApproval(running: RunningAssize): Promise<number> {
  const path = `/v1/approvals/${await escalate(running)}`;
  const waiting = askJson(get(running, `${path}?wait=30`)).then(() => performance.now());
  await sleep(HELD_AFTER_MS + Math.random() * SPREAD_MS);
  const approvedAt = performance.now();
  await askJson(post(running, `${path}/approve`, {}));
  return (await waiting) - approvedAt;
}

async function timeWebhooks(running: RunningAssize, receiver: Receiver): Promise<number[]> {
  const endpoint = { url: receiver.urlOf('hearing'), types: ['approval.created'] };
  await askJson(post(running, '/api/v1/webhooks', endpoint));
  return timesOf(async () => {
    const askedAt = Date.now();
    const id = await escalate(running);
    await sleep(SPREAD_MS + Math.random() * SPREAD_MS);
    let heardAt: number | undefined;
    const isHeard = async () => {
      heardAt = (await receiver.received()).heardAt[id];
      return heardAt !== undefined;
    };
    await eventually('the webhook', isHeard, WITHIN_MS);
    return (heardAt ?? Number.NaN) - askedAt;
  });
}

/** Two services take turns, and one of them has the endpoints. Deliveries of a turn end before the next begins. */
async function measureBesideEvents(context: Context, kind: DatabaseKind, receiver: Receiver) {
  const { endpoints } = context.options;
  const without = await startNew(context, kind, MAY_REACH_RECEIVER);
  const sending = await startNew(context, kind, MAY_REACH_RECEIVER);
  for (let place = 0; place < endpoints; place += 1)
    await askJson(post(sending, '/api/v1/webhooks', { url: receiver.urlOf(`endpoint-${place}`) }));
  await warmUp(context, [without, sending]);
  const deliveries = { due: 0, arrived: 0 };
  const arrived = async () => {
    const received = Object.entries((await receiver.received()).deliveries);
    return received.reduce((sum, [path, count]) => sum + (path.startsWith('/endpoint') ? count : 0), 0);
  };
  const sideIn = (running: RunningAssize, name: string, perEvent: number): Side => ({
    name,
    async during(act) {
      const before = await arrived();
      const producer = produceEvents(running, context.options.events);
      const result = await act(running);
      const due = producer.produced() * perEvent;
      deliveries.arrived += perEvent === 0 ? 0 : (await arrived()) - before;
      deliveries.due += due;
      await producer.stop();
      const all = before + producer.produced() * perEvent;
      await eventually('all deliveries', async () => (await arrived()) >= all, WITHIN_MS);
      return result;
    },
  });
  const sides = [sideIn(sending, `${endpoints} endpoints`, endpoints)];
  const rows = await compare(context, sideIn(without, 'no endpoints', 0), sides);
  return { rows, delivered: deliveries.due === 0 ? null : deliveries.arrived / deliveries.due };
}

/** Sends batches of blocked actions at a steady pace; each action is one event. `stop` waits for the last answer. */
function produceEvents(running: RunningAssize, perSecond: number) {
  const size = Math.max(1, Math.round(perSecond / BATCHES_PER_SECOND));
  const evaluations = Array.from({ length: size }, () => GRAVE);
  const question = post(running, '/v1/governance/evaluate/batch', { evaluations });
  const agent = new http.Agent({ keepAlive: true, maxSockets: MAX_UNDER_WAY });
  const underWay = new Set<Promise<void>>();
  let produced = 0;
  const timer = setInterval(() => {
    if (underWay.size >= MAX_UNDER_WAY) return;
    const sending = ask(question, agent).then(({ status, body }) => {
      if (status !== 200) throw new Error(`a batch was answered ${status}: ${body.slice(0, 200)}`);
      produced += size;
      underWay.delete(sending);
    });
    // A failure stays under way, and `stop` throws it.
    sending.catch(() => undefined);
    underWay.add(sending);
  }, 1000 / BATCHES_PER_SECOND);
  const stop = async (): Promise<void> => {
    clearInterval(timer);
    await Promise.all(underWay);
    agent.destroy();
  };
  return { produced: () => produced, stop };
}
