/**
 * Calls all metered operations and many others on several nodes, and counts the requests and answers in production by
 * meter. The service must have counted a number between the two.
 */
import { APPROVALS, GRAVE } from '../approvals/approvals.ts';
import { type Client, connect } from '../http/client.ts';
import { type Answer, type Call, SANDBOX_KEY, SURFACES, type Surface } from '../http/in-process.ts';

/** The number of calls; for batches, the number of items. */
export interface Tallied {
  evaluations: number;
  emissions: number;
  calls: number;
}

export interface MixedLoad {
  /** Requests that were sent, including idempotent repetitions. */
  requests(): number;
  /** Counts in production. */
  asked: Tallied;
  answered: Tallied;
  /** Every unexpected answer, and every repetition that was answered differently from the first time. */
  wrong: unknown[];
  /** Requests that ended without an answer. */
  cutOff(): number;
  untilSent(requests: number): Promise<void>;
  /** Sends nothing more to this node; requests that it has received are not affected. */
  withdraw(baseUrl: string): void;
  add(baseUrl: string): void;
  /** Resolves once all requests have ended. */
  done: Promise<void>;
}

const BATCH_ITEMS = 3;
const EASY = { action: 'mixed.easy', context: { risk_level: 'low' } };
const NOTHING: Tallied = { evaluations: 0, emissions: 0, calls: 0 };
const ONE_EVALUATION: Tallied = { evaluations: 1, emissions: 1, calls: 0 };
const ONE_EMISSION: Tallied = { ...NOTHING, emissions: 1 };
const ONE_CALL: Tallied = { ...NOTHING, calls: 1 };
const BATCH: Tallied = { evaluations: BATCH_ITEMS, emissions: BATCH_ITEMS, calls: 0 };

/** @param requests the least number to send. @param atOnce how many run at once. */
export function startMixedLoad(baseUrls: readonly string[], requests: number, atOnce = 64): MixedLoad {
  const nodes = new Map<string, Client>();
  const all: Client[] = [];
  const add = (baseUrl: string) => {
    const client = connect(baseUrl, atOnce);
    nodes.set(baseUrl, client);
    all.push(client);
  };
  for (const baseUrl of baseUrls) add(baseUrl);
  const load = { asked: { ...NOTHING }, answered: { ...NOTHING }, wrong: [] as unknown[] };
  let sent = 0;
  let cutOff = 0;
  let number = 0;

  /** @returns null if the answer was cut off. */
  async function send(surface: Surface, url: string, call: Call, counts: Tallied): Promise<Answer | null> {
    const living = [...nodes.values()];
    const client = living[sent++ % living.length];
    if (client === undefined) throw new Error('no node is left');
    tally(load.asked, counts);
    try {
      const answer = await client.ask(surface, url, call);
      if (answer.status >= 300) load.wrong.push(answer);
      else tally(load.answered, counts);
      return answer;
    } catch {
      cutOff += 1;
      return null;
    }
  }

  const workers = Array.from({ length: atOnce }, async () => {
    while (sent < requests) {
      const kind = KINDS[number % KINDS.length];
      await kind?.({ send, wrong: load.wrong, name: `mixed.${number++}` });
    }
  });
  return {
    ...load,
    requests: () => sent,
    cutOff: () => cutOff,
    async untilSent(count) {
      while (sent < count) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    withdraw: (baseUrl) => nodes.delete(baseUrl),
    add,
    done: Promise.all(workers).then(() => {
      for (const client of all) client.close();
    }),
  };
}

interface Sending {
  send(surface: Surface, url: string, call: Call, counts: Tallied): Promise<Answer | null>;
  wrong: unknown[];
  /** A name that no other request has. */
  name: string;
}

const evaluateAt =
  (surface: Surface) =>
  ({ send }: Sending) =>
    send(surface, SURFACES[surface].evaluate, { body: EASY }, ONE_EVALUATION);

const batchAt =
  (surface: Surface) =>
  ({ send }: Sending) => {
    const evaluations = Array.from({ length: BATCH_ITEMS }, () => EASY);
    return send(surface, `${SURFACES[surface].evaluate}/batch`, { body: { evaluations } }, BATCH);
  };

const submitAt =
  (surface: Surface, url: string) =>
  ({ send }: Sending) => {
    const body = { ...EASY, outcome: 'success', executed_at: '2026-01-01T00:00:00Z' };
    return send(surface, url, { body }, ONE_EMISSION);
  };

async function escalateAndApprove({ send }: Sending): Promise<void> {
  const escalated = await send('b', SURFACES.b.evaluate, { body: GRAVE }, ONE_EVALUATION);
  const approvalId = escalated?.body.approval_id;
  if (approvalId === undefined) return;
  await send('a', `${APPROVALS.a}/${approvalId}/approve`, { body: {} }, ONE_EMISSION);
}

/** Whether the first was answered or cut off, a second and a third count with it as one. */
async function repeat({ send, name, wrong }: Sending): Promise<void> {
  const body = { ...EASY, idempotency_key: name };
  const ids = new Set<string>();
  for (const counts of [ONE_EVALUATION, NOTHING, NOTHING]) {
    const answer = await send('b', SURFACES.b.evaluate, { body }, counts);
    if (answer !== null) ids.add(answer.body.evidence_id);
  }
  if (ids.size > 1) wrong.push([name, ...ids]);
}

const SIMULATE = '/api/v1/core/governance/simulate';

const KINDS: readonly ((asking: Sending) => Promise<unknown>)[] = [
  evaluateAt('a'),
  evaluateAt('b'),
  batchAt('a'),
  batchAt('b'),
  submitAt('a', '/api/v1/evidence/outcomes'),
  submitAt('b', '/v1/evidence'),
  escalateAndApprove,
  repeat,
  ({ send }) => send('a', SIMULATE, { body: EASY }, ONE_CALL),
  ({ send }) => send('a', SIMULATE, { body: EASY, key: SANDBOX_KEY }, NOTHING),
  ({ send }) => send('b', SURFACES.b.evaluate, { body: EASY, key: SANDBOX_KEY }, NOTHING),
];

function tally(sum: Tallied, counts: Tallied): void {
  sum.evaluations += counts.evaluations;
  sum.emissions += counts.emissions;
  sum.calls += counts.calls;
}
