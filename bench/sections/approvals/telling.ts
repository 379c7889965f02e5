/** The time from an escalation to its webhook, and from an approval to the return of the agent's `?wait=`. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { askJson } from '../../http.ts';
import { eventually, type Latency, latencyOf, latencyTable } from '../../load/timing.ts';
import { escalatingRequest } from '../../question.ts';
import { atMost, type Part } from '../../report.ts';
import { get, post, type RunningAssize } from '../../servers/assize.ts';
import { startReceiver } from '../../servers/own.ts';

const TIMES = 60;
/** Nothing may keep step with what the service does at intervals. */
const SPREAD_MS = 250;
/** The service holds the waiting request by then. */
const HELD_AFTER_MS = 100;
const ARRIVES_WITHIN_MS = 30_000;

/** At least one. Two nodes share a database. */
type Nodes = readonly [RunningAssize, ...RunningAssize[]];

async function escalate(node: RunningAssize, number: number): Promise<string> {
  const question = post(node, '/v1/governance/evaluate', escalatingRequest(number));
  const { approval_id } = await askJson<{ approval_id?: string }>(question);
  if (approval_id === undefined) throw new Error('the request that needs a person did not escalate');
  return approval_id;
}

export async function measureWaiting(context: Context, [first, second]: Nodes): Promise<Latency[]> {
  const measurePair = async (name: string, waits: RunningAssize): Promise<Latency> => {
    context.progress(`approvals: ${first.database}: waiting, ${name}`);
    const timesMs: number[] = [];
    for (let time = 0; time < TIMES; time += 1) timesMs.push(await timeOne(first, waits, time));
    return latencyOf(first, name, timesMs);
  };
  const found = [await measurePair('same node', first)];
  return second === undefined ? found : [...found, await measurePair('other node', second)];
}

async function timeOne(decides: RunningAssize, waits: RunningAssize, number: number): Promise<number> {
  const path = `/v1/approvals/${await escalate(decides, number)}`;
  const waiting = askJson<{ status: string }>(get(waits, `${path}?wait=30`)).then((answer) => {
    return { returnedAt: performance.now(), ...answer };
  });
  await sleep(HELD_AFTER_MS + Math.random() * SPREAD_MS);
  const approvedAt = performance.now();
  await askJson(post(decides, `${path}/approve`, {}));
  const { returnedAt, status } = await waiting;
  if (status !== 'approved') throw new Error(`the waiting call returned with the status ${status}`);
  return returnedAt - approvedAt;
}

export function waitingPart(all: readonly Latency[]): Part {
  const checks = all.map(({ database, name, p50Ms }) =>
    atMost(200, 'ms', p50Ms, `${database}: approval → waiting call returns, ${name}: median`),
  );
  return { tables: [latencyTable('approval sent → ?wait= returns', all)], checks };
}

/** One escalation at a time, on each node in turn. */
export async function measureHearing(context: Context, nodes: Nodes): Promise<Latency> {
  const [first] = nodes;
  const receiver = await startReceiver(context);
  const endpoint = { url: receiver.urlOf('hearing'), types: ['approval.created'] };
  await askJson(post(first, '/api/v1/webhooks', endpoint));
  context.progress(`approvals: ${first.database}: from escalation to webhook`);
  const askedAt: [string, number][] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const at = Date.now();
    askedAt.push([await escalate(nodes[time % nodes.length] ?? first, time), at]);
    await sleep(SPREAD_MS + Math.random() * SPREAD_MS);
  }
  const heard = async () => (await receiver.received()).heardAt;
  const haveAll = async () => {
    const heardAt = await heard();
    return askedAt.every(([id]) => heardAt[id] !== undefined);
  };
  if (!(await eventually(haveAll, ARRIVES_WITHIN_MS))) throw new Error('not every webhook arrived');
  const heardAt = await heard();
  await receiver.stop();
  const name = nodes.length === 1 ? 'one node' : `${nodes.length} nodes`;
  const timesMs = askedAt.map(([id, at]) => (heardAt[id] ?? Number.NaN) - at);
  return latencyOf(first, name, timesMs);
}

export function hearingPart(all: readonly Latency[]): Part {
  const checks = all.map(({ database, name, p50Ms }) =>
    atMost(500, 'ms', p50Ms, `${database}: escalation → webhook received, ${name}: median`),
  );
  return { tables: [latencyTable('escalation asked → webhook received', all)], checks };
}
