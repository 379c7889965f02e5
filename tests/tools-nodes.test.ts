/** Several nodes and many changes at once: one catalogue, on every node within a second. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { catalogueAt, catalogueHistory, toolCatalogues } from '@assize/service/tools/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import { mcpTool, PAY, TOOLS } from './support/acts/tools.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { requireTrue } from './support/governance/governance.ts';
import { ask, askOk, PRODUCTION_KEY, startTestService } from './support/http/in-process.ts';
import { requireWithinASecond, WITHIN_MS } from './support/nodes/nodes.ts';

const put = (app: Parameters<typeof ask>[0], entry: object) =>
  ask(app, 'a', TOOLS, { method: 'PUT', body: { entry } });

async function chainOf(service: Service): Promise<number> {
  return (await service.authenticator.authenticate(PRODUCTION_KEY)).chain;
}

testOnEachDatabase('holds-on-the-other-node-within-a-second', async (location, t) => {
  const one = await startTestService(t, location);
  const other = await startTestService(t, location);
  const chain = await chainOf(one.service);
  const catalogues = toolCatalogues(other.service.db);
  const now = async () => catalogues.at(chain, (await other.service.governance.of(chain)).toolsRevision);
  assert.deepEqual((await now()).match('bank.pay'), { unlisted: 'empty', floors: [] });
  const { body: pay } = await put(one.app, PAY);
  await sleep(WITHIN_MS);
  assert.equal(seen((await now()).match('bank.pay')), 'listed');
  await ask(one.app, 'a', `${TOOLS}/${pay.tool_id}`, { method: 'DELETE' });
  await sleep(WITHIN_MS);
  assert.deepEqual(
    { size: (await now()).size, reviewed: (await now()).reviewed },
    { size: 0, reviewed: true },
  );
});

testOnEachDatabase('keeps-one-entry-of-many-that-are-written-at-once', async (location, t) => {
  const nodes = [await startTestService(t, location), await startTestService(t, location)] as const;
  const [{ app, service }] = nodes;
  const spellings = ['bank.pay', 'Bank:Pay', 'mcp__bank__pay', 'BANK_PAY'];
  const calls = Array.from({ length: 24 }, (_, call) =>
    put(nodes[call % 2]?.app ?? app, { ...PAY, tool: spellings[call % 4], description: `Call ${call}.` }),
  );
  const answers = await Promise.all(calls);
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  const { body } = await ask(app, 'a', TOOLS);
  assert.equal(body.items.length, 1);
  assert.equal(body.items[0].revision, 24);
  await requireTrue(service);
});

testOnEachDatabase('rebuilds-the-catalogue-of-any-revision', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const chain = await chainOf(service);
  const states: string[] = ['empty'];
  const offer = (tools: object[], accept: boolean) =>
    ask(app, 'a', `${TOOLS}/import`, { body: { source: { tools }, server: 'bank', accept } });
  const see = async () => {
    const { toolsRevision } = await service.governance.of(chain);
    states[toolsRevision] = seen((await catalogueAt(service.db, chain, toolsRevision)).match('bank.pay'));
  };
  const steps = [
    () => offer([mcpTool('look')], false),
    () => offer([mcpTool('pay')], true),
    () => offer([mcpTool('pay', 'Other.')], false),
    () => put(app, { ...PAY, description: 'By hand.' }),
    // From another server, but with the same name if the server is left out.
    () => put(app, { tool: 'bank.p_ay', server: 'x', effect: 'read' }),
  ];
  for (const step of steps) {
    assert.equal((await step()).status, 200);
    await see();
  }
  assert.deepEqual(states, ['empty', 'empty', 'listed', 'changed', 'listed', 'ambiguous']);
  const at = catalogueHistory(service.db, chain);
  for (const [revision, state] of states.entries())
    assert.equal(seen((await at(revision)).match('bank.pay')), state);
  assert.equal((await at(1)).reviewed, false);
  assert.equal((await at(2)).reviewed, true);
});

function seen(match: object): string {
  return 'unlisted' in match ? String(match.unlisted) : 'listed';
}

testOnEachDatabase('takes-more-tools-than-one-record-names', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const chain = await chainOf(service);
  const many = Array.from({ length: 1200 }, (_, place) => ({ name: `t${place}`, inputSchema: {} }));
  const body = await askOk(app, 'a', `${TOOLS}/import`, {
    body: { source: { tools: many }, server: 's', accept: true },
  });
  assert.deepEqual(
    { accepted: body.counts.accepted, count: body.tools.length },
    { accepted: 1200, count: 1200 },
  );
  const { toolsRevision } = await service.governance.of(chain);
  assert.equal(toolsRevision, 3);
  const catalogue = await toolCatalogues(service.db).at(chain, toolsRevision);
  assert.equal(catalogue.size, 1200);
  assert.ok(!('unlisted' in catalogue.match('s_T1199')));
});

testOnEachDatabase('judges-by-the-catalogue-on-every-node-within-a-second', async (location, t) => {
  const nodes = [await startTestService(t, location), await startTestService(t, location)] as const;
  const [{ app }] = nodes;
  let url = '';
  await requireWithinASecond({
    nodes,
    body: { action: 'bank.look', context: {} },
    busy: false,
    from: 'PROCEED',
    to: 'ESCALATE',
    change: async () => {
      const { status, body } = await put(app, PAY);
      assert.equal(status, 200);
      url = `${TOOLS}/${body.tool_id}`;
    },
  });
  await requireWithinASecond({
    nodes,
    body: { action: 'bank.look', context: {} },
    busy: true,
    from: 'ESCALATE',
    to: 'PROCEED',
    change: async () => assert.equal((await ask(app, 'a', url, { method: 'DELETE' })).status, 200),
  });
});
