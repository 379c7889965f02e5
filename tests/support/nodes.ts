/**
 * What every node keeps asking, and how it is judged, while something is changed on one of them. The promise is of a
 * time: a caller who asks more than a second after the change was answered is judged by it. How fast a machine judges is not
 * asked, so this waits for questions of before and of after instead of a time in which there should have been some.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { evaluate, type TestService } from './in-process.ts';
import { until } from './until.ts';

/** The promise. */
export const WITHIN_MS = 1000;
/** How many of each node are enough to be judged by. */
const ENOUGH = 10;

interface Judged {
  node: number;
  askedAt: number;
  verdict: string;
}

export interface Changing {
  nodes: readonly TestService[];
  body: object;
  /** How many ask each node at once. */
  busy: number;
  /** The verdict before the change, and after. */
  from: string;
  to: string;
  /** Resolves once the change was answered. */
  change(): Promise<void>;
}

/** Holds every node to its promise while all of them are busy. */
export async function requireWithinASecond(changing: Changing): Promise<void> {
  const { nodes, busy, from, to } = changing;
  const judged: Judged[] = [];
  let stopped = false;
  const load = nodes.flatMap((_, node) =>
    Array.from({ length: busy }, async () => {
      while (!stopped) judged.push(await judge(changing, node));
    }),
  );
  const wait = async (of: (one: Judged) => boolean) => {
    const has = (node: number) => judged.filter((one) => one.node === node && of(one)).length >= ENOUGH;
    await until(() => nodes.every((_, node) => has(node)));
  };
  try {
    await wait(({ verdict }) => verdict === from);
    await changing.change();
    const changedAt = performance.now();
    await sleep(WITHIN_MS);
    const isLate = ({ askedAt }: Judged) => askedAt > changedAt + WITHIN_MS;
    await wait(isLate);
    const late = judged.filter(isLate).map(({ verdict }) => verdict);
    assert.deepEqual([...new Set(late)], [to]);
  } finally {
    stopped = true;
    await Promise.all(load);
  }
}

async function judge({ nodes, body }: Changing, node: number): Promise<Judged> {
  const { app } = nodes[node] ?? assert.fail('no such node');
  const askedAt = performance.now();
  const { status, body: answered } = await evaluate(app, 'b', body);
  assert.equal(status, 200);
  return { node, askedAt, verdict: answered.verdict };
}
