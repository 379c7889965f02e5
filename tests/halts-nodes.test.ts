/** A halt holds on every node within a second, also while all of them are busy. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { testOnEachDatabase } from './support/databases.ts';
import { ask, evaluate, type OpenHouse, openTestHouse } from './support/house.ts';

/** The promise. */
const WITHIN_MS = 1000;
const BUSY = 16;
const LOOK_AFTER_MS = 1500;

interface Verdict {
  askedAt: number;
  verdict: string;
}

testOnEachDatabase('halts-on-every-node-within-a-second-under-load', async (location, t) => {
  const nodes = [await openTestHouse(t, location), await openTestHouse(t, location)];
  const [here] = nodes;
  if (here === undefined) throw new Error('no node');
  for (const body of [{ agent_id: 'agent-7' }, { all: true }]) {
    const verdicts: Verdict[] = [];
    let stopped = false;
    const load = nodes.flatMap((node) =>
      Array.from({ length: BUSY }, async () => {
        while (!stopped) await judge(node, verdicts);
      }),
    );
    await sleep(WITHIN_MS / 2);
    const { body: halt } = await ask(here.app, 'a', '/api/v1/core/halts', { body: { ...body, reason: 'r' } });
    const haltedAt = performance.now();
    await sleep(LOOK_AFTER_MS);
    stopped = true;
    await Promise.all(load);
    const before = verdicts.filter(({ askedAt }) => askedAt < haltedAt);
    const late = verdicts.filter(({ askedAt }) => askedAt > haltedAt + WITHIN_MS);
    assert.ok(before.some(({ verdict }) => verdict === 'PROCEED'));
    assert.ok(late.length > 0);
    assert.deepEqual([...new Set(late.map(({ verdict }) => verdict))], ['BLOCK']);
    const url = `/api/v1/core/halts/${halt.halt_id}`;
    assert.equal((await ask(here.app, 'a', url, { method: 'DELETE' })).status, 200);
    await sleep(WITHIN_MS);
    for (const node of nodes) {
      await judge(node, verdicts);
      assert.equal(verdicts.at(-1)?.verdict, 'PROCEED');
    }
  }
});

async function judge({ app }: OpenHouse, verdicts: Verdict[]): Promise<void> {
  const askedAt = performance.now();
  const { status, body } = await evaluate(app, 'b', { action: 'a', agent_id: 'agent-7', context: {} });
  assert.equal(status, 200);
  verdicts.push({ askedAt, verdict: body.verdict });
}
