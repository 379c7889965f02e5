/** Verdicts beside events, with webhook endpoints and without. */
import http from 'node:http';
import type { Context } from '../context.ts';
import { ask, askJson } from '../http.ts';
import { compare, ratioTitles, type Side, warmUp } from '../load/measure.ts';
import { eventually } from '../load/timing.ts';
import type { DatabaseKind } from '../options.ts';
import { GRAVE } from '../question.ts';
import { atLeast, type Part } from '../report.ts';
import { post, type RunningAssize, startNew } from '../servers/assize.ts';
import { MAY_REACH_RECEIVER, startReceiver } from '../servers/own.ts';

export const title = 'verdicts beside events, with webhook endpoints and without';

const DELIVERED_WITHIN_MS = 120_000;
const BATCHES_PER_SECOND = 10;
/** If more are under way, a batch is skipped. */
const MAX_UNDER_WAY = 10;

export async function onDatabase(context: Context, kind: DatabaseKind): Promise<Part> {
  const { events, endpoints } = context.options;
  const { rows, delivered } = await measureBesideEvents(context, kind);
  return {
    tables: [
      { name: `verdicts beside ${events} events a second`, rows, titles: ratioTitles('no endpoints') },
    ],
    checks: [
      atLeast(0.85, '×', rows[1]?.rateRatio, `verdicts/s with ${endpoints} endpoints, relative to none`),
      atLeast(0.95, '×', delivered, 'share of due deliveries that arrived before the load ended'),
    ],
    notes: [
      'Events come from batches of blocked actions, which are evaluations too, with endpoints or without.',
      'The load tool, the producer of events and the receiver use the same cores as the service.',
    ],
  };
}

/** Two services take turns, and one of them has endpoints. Deliveries of a turn end before the next begins. */
async function measureBesideEvents(context: Context, kind: DatabaseKind) {
  const receiver = await startReceiver(context);
  const { endpoints } = context.options;
  const without = await startNew(context, kind, MAY_REACH_RECEIVER);
  const sending = await startNew(context, kind, MAY_REACH_RECEIVER);
  for (let place = 0; place < endpoints; place += 1)
    await askJson(post(sending, '/api/v1/webhooks', { url: receiver.urlOf(`endpoint-${place}`) }));
  await warmUp(context, [without, sending]);
  const deliveries = { due: 0, arrived: 0 };
  const arrived = async () => {
    const received = Object.entries(await receiver.received());
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
      await eventually('all deliveries', async () => (await arrived()) >= all, DELIVERED_WITHIN_MS);
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
    // A failed batch stays under way, and `stop` throws its error.
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
