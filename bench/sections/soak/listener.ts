/** Two who hear of each event: a webhook endpoint, and a program that asks and waits. */
import http from 'node:http';
import type { Context } from '../../context.ts';
import { ask, askJson } from '../../http.ts';
import { get, post, type RunningAssize } from '../../servers/assize.ts';
import { startReceiver } from '../../servers/own.ts';
import type { Load } from './load.ts';

const WAIT_S = 5;
const PATH = 'soak';

export interface Listener {
  /** Events that the program has read. */
  read(): number;
  /** Events that arrived at the endpoint, each counted once. */
  delivered(): Promise<number>;
  /** Resolves when the program has read all that there is. */
  stop(): Promise<void>;
}

export async function startListening(
  context: Context,
  running: RunningAssize,
  load: Load,
): Promise<Listener> {
  const receiver = await startReceiver(context);
  const { next } = await askJson<{ next: number }>(get(running, '/api/v1/events'));
  await askJson(post(running, '/api/v1/webhooks', { url: receiver.urlOf(PATH) }));
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  let read = 0;
  let isStopping = false;
  const listening = (async () => {
    let after = next;
    for (;;) {
      const wait = isStopping ? '' : `&wait=${WAIT_S}`;
      const answer = await ask(get(running, `/api/v1/events?after=${after}&limit=100${wait}`), agent).catch(
        (error: Error) => ({ status: 0, body: String(error) }),
      );
      if (answer.status !== 200) {
        load.note('listening', `status ${answer.status}`, answer.body);
        if (isStopping) return;
        await new Promise((resolve) => setTimeout(resolve, 1000));
        continue;
      }
      const page = JSON.parse(answer.body) as { items: object[]; next: number };
      read += page.items.length;
      after = page.next;
      if (isStopping && page.items.length === 0) return;
    }
  })();
  const stop = context.cleanup.add(async () => {
    isStopping = true;
    await listening;
    agent.destroy();
  });
  return {
    read: () => read,
    delivered: async () => (await receiver.received()).deliveries[`/${PATH}`] ?? 0,
    stop,
  };
}
