/** From a human's approval, as he sends it, to the answer of the agent that waits for it, on this node and on another. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { ask } from '../../http.ts';
import { type Latency, latencyOf } from '../../load/latency.ts';
import type { RunningAssize } from '../../servers/assize.ts';
import { askJson, get, latencyTable, type Part, post } from '../evidence/stand.ts';
import { graveRequest } from './filling.ts';

const TIMES = 60;
const TARGET_MS = 200;
/** The request is held by then; and not in step with anything that the service does now and then. */
const HELD_AFTER_MS = 100;
const SPREAD_MS = 250;

export type Waiting = Latency & { database: string };

/** @param nodes one or two, of one database. */
export async function measureWaiting(
  context: Context,
  database: string,
  nodes: readonly RunningAssize[],
): Promise<Waiting[]> {
  const [first, second] = nodes;
  if (first === undefined) throw new Error('there is no node');
  const found = [await measurePair('same node', first, first)];
  if (second !== undefined) found.push(await measurePair('other node', first, second));
  return found;

  async function measurePair(name: string, decides: RunningAssize, waits: RunningAssize): Promise<Waiting> {
    context.progress(`approvals: ${database}: waiting, ${name}`);
    const timesMs: number[] = [];
    for (let time = 0; time < TIMES; time += 1) timesMs.push(await timeOne(decides, waits, time));
    return { ...latencyOf(name, timesMs), database };
  }
}

async function timeOne(decides: RunningAssize, waits: RunningAssize, number: number): Promise<number> {
  const asked = await askJson<{ approval_id: string }>(
    post({ running: decides }, '/v1/governance/evaluate', graveRequest(number)),
  );
  const path = `/v1/approvals/${asked?.approval_id}`;
  const waiting = ask(get({ running: waits }, `${path}?wait=30`)).then(({ status, body }) => {
    const returnedAt = performance.now();
    if (status !== 200) throw new Error(`who waited was answered ${status}: ${body}`);
    return { returnedAt, state: (JSON.parse(body) as { status: string }).status };
  });
  await sleep(HELD_AFTER_MS + Math.random() * SPREAD_MS);
  const approvedAt = performance.now();
  await askJson(post({ running: decides }, `${path}/approve`, {}));
  const { returnedAt, state } = await waiting;
  if (state !== 'approved') throw new Error(`who waited was told that it is ${state}`);
  return returnedAt - approvedAt;
}

export function waitingPart(all: readonly Waiting[]): Part {
  return {
    tables: [latencyTable('approval sent → ?wait= returns', all)],
    checks: all.map(({ database, name, p50Ms }) => ({
      what: `${database}: approval → waiting call returns, ${name}: median`,
      figure: p50Ms,
      sense: 'at most' as const,
      target: TARGET_MS,
      unit: 'ms',
    })),
    notes: [],
  };
}
