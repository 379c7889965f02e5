/** The end of a soak: the whole chain is verified, and the answers are compared with the evidence. */
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { ask, askJson } from '../../http.ts';
import { get, post, type RunningAssize } from '../../servers/assize.ts';
import { startReceiver } from '../../servers/own.ts';
import type { Counts, Load } from './load.ts';
import { heldBy } from './sampling.ts';

const DELIVERED_WITHIN_MS = 60_000;
/** The gauge is read from the database at most every five seconds. */
const GAUGE_EVERY_MS = 6000;
const WAIT_S = 5;
const PATH = 'soak';

/** The service's own counts. */
export type Found = Counts & { metered: number };

export async function found(running: RunningAssize): Promise<Found> {
  const total = async (artifact_type: string) => {
    const search = post(running, '/api/v1/evidence/search', { artifact_type, limit: 1 });
    return (await askJson<{ total: number }>(search)).total;
  };
  const { usage } = await askJson<{ usage: { governance_evaluations: { used: number } } }>(
    get(running, '/api/v1/usage/summary'),
  );
  return {
    evaluations: await total('governance_eval'),
    outcomes: await total('action_executed'),
    metered: usage.governance_evaluations.used,
  };
}

export type Ending = Awaited<ReturnType<typeof endingOf>>;

export async function endingOf(running: RunningAssize, load: Load, before: Found, listener: Listener) {
  const startedAt = performance.now();
  const verified = await askJson<{ valid: boolean; total_artifacts: number }>(
    get(running, '/api/v1/evidence/verify?full=true'),
  );
  const verifiedSeconds = (performance.now() - startedAt) / 1000;
  const after = await found(running);
  const { answered, cutOff } = load;
  const row = (what: string, of: keyof Found, counted: keyof Counts) => ({
    what,
    answered: answered[counted],
    perhaps: cutOff[counted],
    found: after[of] - before[of],
  });
  let idsMissing = 0;
  for (const id of load.evidenceIds) {
    const { status } = await ask(get(running, `/v1/evidence/${id}`));
    if (status !== 200) idsMissing += 1;
  }
  const webhooksPending = await pendingAtLast(running);
  await listener.stop();
  return {
    isValid: verified.valid,
    artifacts: verified.total_artifacts,
    verifiedSeconds,
    rows: [
      row('evaluations in the evidence', 'evaluations', 'evaluations'),
      row('evaluations that were metered', 'metered', 'evaluations'),
      row('outcomes in the evidence', 'outcomes', 'outcomes'),
    ],
    /** The number of evidence ids that were looked up, and of those not found. */
    idsAsked: load.evidenceIds.length,
    idsMissing,
    webhooksPending,
    eventsRead: listener.read(),
    eventsDelivered: await listener.delivered(),
  };
}

/** @returns how many deliveries are pending, once there are none or the time is over. */
async function pendingAtLast(running: RunningAssize): Promise<number | null> {
  const deadline = performance.now() + DELIVERED_WITHIN_MS;
  for (;;) {
    const { webhooksPending } = await heldBy(running);
    if (webhooksPending === 0 || performance.now() > deadline) return webhooksPending;
    await sleep(GAUGE_EVERY_MS);
  }
}

/** A webhook endpoint and a long-polling program: each gets every event. */
export interface Listener {
  /** Events that the program has read. */
  read(): number;
  /** Events that arrived at the endpoint, each counted once. */
  delivered(): Promise<number>;
  /** Resolves when the program has read all events. */
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
  const listen = async (): Promise<void> => {
    for (let after = next; ; ) {
      const wait = isStopping ? '' : `&wait=${WAIT_S}`;
      const question = get(running, `/api/v1/events?after=${after}&limit=100${wait}`);
      const failed = (error: Error) => ({ status: 0, body: String(error) });
      const { status, body } = await ask(question, agent).catch(failed);
      if (status !== 200) {
        load.note('listening', `status ${status}`, body);
        if (isStopping) return;
        await sleep(1000);
        continue;
      }
      const page = JSON.parse(body) as { items: object[]; next: number };
      read += page.items.length;
      after = page.next;
      if (isStopping && page.items.length === 0) return;
    }
  };
  const listening = listen();
  const stop = context.cleanup.add(async () => {
    isStopping = true;
    await listening;
    agent.destroy();
  });
  const delivered = async () => (await receiver.received())[`/${PATH}`] ?? 0;
  return { read: () => read, delivered, stop };
}
