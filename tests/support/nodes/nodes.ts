/**
 * Asks every node repeatedly and notes the verdicts while something changes on one of them. The promise is a time: a
 * caller who asks more than a second after the answer to the change is judged by it. The speed of the machine does
 * not matter: this waits for answers before and after the change, and not for a fixed time.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { evaluate, type TestService } from '../http/in-process.ts';
import { until } from '../until.ts';

/** The promise. */
export const WITHIN_MS = 1000;
/** How many answers of each node are enough. */
const ENOUGH = 10;
/** How many callers ask each node at once, one request after another. */
const BUSY = 16;
/** Pause between two requests to a node that is not busy, ms. */
const PAUSE_MS = 10;

interface Judged {
  node: number;
  askedAt: number;
  verdict: string;
}

export interface Changing {
  nodes: readonly TestService[];
  body: object;
  /** Whether the nodes are as busy as possible, or get one request at a time. */
  busy: boolean;
  /** The verdicts before and after the change. */
  from: string;
  to: string;
  /** Resolves once the change was answered. */
  change(): Promise<void>;
}

/** Holds every node to the promise. */
export async function requireWithinASecond(changing: Changing): Promise<void> {
  const { nodes, busy, from, to } = changing;
  const judged: Judged[] = [];
  let stopped = false;
  const load = nodes.flatMap((_, node) =>
    Array.from({ length: busy ? BUSY : 1 }, async () => {
      while (!stopped) {
        judged.push(await judgeAt(changing, node));
        if (!busy) await sleep(PAUSE_MS);
      }
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

async function judgeAt({ nodes, body }: Changing, node: number): Promise<Judged> {
  const { app } = nodes[node] ?? assert.fail('no such node');
  const askedAt = performance.now();
  const { status, body: answered } = await evaluate(app, 'b', body);
  assert.equal(status, 200);
  return { node, askedAt, verdict: answered.verdict };
}
