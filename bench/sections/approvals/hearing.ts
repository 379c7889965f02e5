/** From an escalation, as the agent asks for it, to the webhook at the receiver: one at a time, on each node in turn. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { ask } from '../../http.ts';
import { type Latency, latencyOf } from '../../load/latency.ts';
import type { RunningAssize } from '../../servers/assize.ts';
import { type Receiver, startReceiver } from '../../servers/receiver.ts';
import { askJson, latencyTable, type Part, post } from '../evidence/stand.ts';
import { graveRequest } from './filling.ts';

const TIMES = 60;
const SPREAD_MS = 250;
const TARGET_MS = 500;
const ARRIVES_WITHIN_MS = 30_000;

export type Hearing = Latency & { database: string };

/** @returns null where this service has no webhooks. */
export async function measureHearing(
  context: Context,
  database: string,
  nodes: readonly RunningAssize[],
): Promise<Hearing | null> {
  const receiver = await startReceiver(context);
  const [first] = nodes;
  if (first === undefined || !(await subscribe(first, receiver.urlOf('told'), ['approval.created'])))
    return null;
  context.progress(`approvals: ${database}: from escalation to webhook`);
  const askedAt = new Map<string, number>();
  for (let time = 0; time < TIMES; time += 1) {
    const node = nodes[time % nodes.length] ?? first;
    const question = post({ running: node }, '/v1/governance/evaluate', graveRequest(time));
    const at = Date.now();
    const { approval_id: id } = (await askJson<{ approval_id: string }>(question)) ?? {};
    if (id === undefined) throw new Error('the request that needs a human did not escalate');
    askedAt.set(id, at);
    await sleep(SPREAD_MS + Math.random() * SPREAD_MS);
  }
  const heardAt = await allHeard(receiver, [...askedAt.keys()]);
  await receiver.stop();
  const timesMs = [...askedAt].map(([id, at]) => (heardAt[id] ?? Number.NaN) - at);
  const name = nodes.length === 1 ? 'one node' : `${nodes.length} nodes`;
  return { ...latencyOf(name, timesMs), database };
}

/** @param types null for all. @returns false where there is no such route. */
export async function subscribe(
  running: RunningAssize,
  url: string,
  types: readonly string[] | null,
): Promise<boolean> {
  const body = types === null ? { url } : { url, types };
  const { status, body: answer } = await ask(post({ running }, '/api/v1/webhooks', body));
  if (status === 404) return false;
  if (status >= 300) throw new Error(`no webhook endpoint: ${status} ${answer}`);
  return true;
}

async function allHeard(receiver: Receiver, ids: readonly string[]): Promise<Record<string, number>> {
  const deadline = performance.now() + ARRIVES_WITHIN_MS;
  for (;;) {
    const { heardAt } = await receiver.received();
    const missing = ids.filter((id) => heardAt[id] === undefined);
    if (missing.length === 0) return heardAt;
    if (performance.now() > deadline) throw new Error(`${missing.length} webhooks did not arrive`);
    await sleep(100);
  }
}

export function hearingPart(all: readonly Hearing[]): Part {
  return {
    tables: [latencyTable('escalation asked → webhook received', all)],
    checks: all.map(({ database, name, p50Ms }) => ({
      what: `${database}: escalation → webhook received, ${name}: median`,
      figure: p50Ms,
      sense: 'at most' as const,
      target: TARGET_MS,
      unit: 'ms',
    })),
    notes: [],
  };
}
