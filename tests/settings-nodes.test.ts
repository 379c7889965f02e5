/** Settings hold on every node within a second of being put in force, also while all of them are busy. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { testOnEachDatabase } from './support/databases.ts';
import { ask, evaluate, type OpenHouse, openTestHouse } from './support/house.ts';
import { activate, inForce, put } from './support/settings.ts';

/** The promise. */
const WITHIN_MS = 1000;
const BUSY = 12;
const LOOK_AFTER_MS = 1500;

interface Judged {
  askedAt: number;
  verdict: string;
}

testOnEachDatabase('puts-settings-in-force-on-every-node-within-a-second-under-load', async (location, t) => {
  const nodes = [await openTestHouse(t, location), await openTestHouse(t, location)];
  const [here, there] = nodes;
  if (here === undefined || there === undefined) throw new Error('no node');
  const { settings } = await inForce(here.app);
  const strict = { ...settings, catalogue: [{ action: 'a', risk_level: 'high' }] };
  const changes = [
    { to: 'ESCALATE', make: () => put(here.app, strict, 0) },
    { to: 'PROCEED', make: () => activate(there.app, 0, 1) },
    { to: 'ESCALATE', make: () => activate(here.app, 1, 0) },
  ];
  for (const { to, make } of changes) {
    const judged: Judged[] = [];
    let stopped = false;
    const load = nodes.flatMap((node) =>
      Array.from({ length: BUSY }, async () => {
        while (!stopped) await judge(node, judged);
      }),
    );
    await sleep(WITHIN_MS / 2);
    assert.equal((await make()).status, 200);
    const changedAt = performance.now();
    await sleep(LOOK_AFTER_MS);
    stopped = true;
    await Promise.all(load);
    const before = judged.filter(({ askedAt }) => askedAt < changedAt - WITHIN_MS / 4);
    const late = judged.filter(({ askedAt }) => askedAt > changedAt + WITHIN_MS);
    assert.ok(before.some(({ verdict }) => verdict !== to));
    assert.deepEqual([...new Set(late.map(({ verdict }) => verdict))], [to]);
  }
  for (const { app } of nodes) assert.equal((await inForce(app)).version, 1);
  const { body } = await ask(there.app, 'a', '/api/v1/evidence/truth-verification');
  assert.deepEqual([body.overall_valid, body.gaps], [true, []]);
});

async function judge({ app }: OpenHouse, judged: Judged[]): Promise<void> {
  const askedAt = performance.now();
  const { status, body } = await evaluate(app, 'b', { action: 'a', context: {} });
  assert.equal(status, 200);
  judged.push({ askedAt, verdict: body.verdict });
}
