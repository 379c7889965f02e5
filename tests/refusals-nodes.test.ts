/**
 * In verified mode, an agent that was refused and asks again with a milder story is caught at once on every busy
 * node.
 */
import assert from 'node:assert/strict';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { change } from './support/governance/settings.ts';
import { ask, assertTrue, evaluate, startTestService, type TestService } from './support/http/in-process.ts';

const GRAVE = { risk_level: 'high', confidence_score: 0.95 };
const MILD = { ...GRAVE, risk_level: 'low' };
const TURNS = 8;
const BUSY = 2;

const wipe = (context: object, agent_id: string) => ({ action: 'disk.wipe', agent_id, context });

async function verdictOf({ app }: TestService, body: object): Promise<string> {
  const { status, body: answered } = await evaluate(app, 'a', body);
  assert.equal(status, 200, JSON.stringify(answered));
  return answered.verdict;
}

testOnEachDatabase('catches-on-each-node-what-another-has-just-refused', async (location, t) => {
  const nodes = [await startTestService(t, location), await startTestService(t, location)] as const;
  await change(nodes[0].app, () => ({ attestation: 'verified' as const }));
  const [here, there] = nodes;
  // Both nodes have judged all of these agents, and refused none.
  const agents = Array.from({ length: TURNS }, (_, place) => `agent-${place}`);
  for (const agent of agents) {
    for (const node of nodes) await untilVerified(node, agent);
  }
  let stopped = false;
  const load = nodes.flatMap((node) =>
    Array.from({ length: BUSY }, async (_, place) => {
      while (!stopped) assert.equal(await verdictOf(node, wipe(MILD, `busy-${place}`)), 'proceed');
    }),
  );
  for (const [turn, agent] of agents.entries()) {
    const [refusing, next] = turn % 2 === 0 ? [here, there] : [there, here];
    assert.equal(await verdictOf(refusing, wipe(GRAVE, agent)), 'escalate');
    assert.equal(await verdictOf(next, wipe(MILD, agent)), 'escalate', agent);
    assert.equal(await verdictOf(refusing, wipe(MILD, agent)), 'escalate', agent);
    assert.equal(await verdictOf(next, wipe(MILD, `${agent}-of-clean-record`)), 'proceed');
  }
  stopped = true;
  await Promise.all(load);
  await assertTrue(here.app);
});

/** A node hears of settings within a second. */
async function untilVerified(node: TestService, agent: string): Promise<void> {
  const lie = wipe({ ...GRAVE, has_approval: true }, 'liar');
  while ((await verdictOf(node, lie)) !== 'escalate');
  assert.equal(await verdictOf(node, wipe(MILD, agent)), 'proceed');
}

testOnEachDatabase('never-records-a-milder-story-after-a-refusal-as-a-new-one', async (location, t) => {
  const nodes = [await startTestService(t, location), await startTestService(t, location)] as const;
  await change(nodes[0].app, () => ({ attestation: 'verified' as const }));
  for (const node of nodes) await untilVerified(node, 'agent');
  const agents = Array.from({ length: TURNS }, (_, place) => `racing-${place}`);
  // All at once, in any order: a node that is behind in the chain still knows what came before.
  await Promise.all(
    agents.flatMap((agent) =>
      nodes.flatMap((node) => [verdictOf(node, wipe(GRAVE, agent)), verdictOf(node, wipe(MILD, agent))]),
    ),
  );
  const one = { evaluations: [wipe(GRAVE, 'in-one'), wipe(MILD, 'in-one')] };
  const { body } = await ask(nodes[0].app, 'a', '/api/v1/core/governance/evaluate/batch', { body: one });
  assert.deepEqual(
    body.results.map(({ verdict }: { verdict: string }) => verdict),
    ['escalate', 'escalate'],
  );
  const rows = await nodes[0].service.db
    .selectFrom('artifacts')
    .select(['actor', 'verdict'])
    .where('action', '=', 'disk.wipe')
    .where('actor', 'in', [...agents, 'in-one'])
    .orderBy('position')
    .execute();
  const refused = new Set<string>();
  for (const { actor, verdict } of rows) {
    if (verdict === 'escalate') refused.add(actor);
    else assert.ok(!refused.has(actor), `${actor} was let through behind a refusal`);
  }
  assert.deepEqual([...refused].sort(), [...agents, 'in-one'].sort());
});
