/** A change to records, mandates or tools on one node holds on the other within a second. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { mailTo } from './support/acts/acts.ts';
import { TOOLS } from './support/acts/tools.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { changed, opened, under } from './support/governance/mandates.ts';
import { ask, askOk, startTestService, type TestService } from './support/http/in-process.ts';
import { requireWithinASecond } from './support/nodes/nodes.ts';

const MAIL = { action: 'mail.send', agent_id: 'agent-7', context: { arguments: { to: 'ann@example.org' } } };

type Nodes = readonly [TestService, TestService];

const twoNodes = async (t: TestContext, location: DatabaseLocation): Promise<Nodes> => [
  await startTestService(t, location),
  await startTestService(t, location),
];

async function put([{ app }]: Nodes, entry: object): Promise<string> {
  const body = await askOk(app, 'a', TOOLS, { method: 'PUT', body: { entry } });
  return body.tool_id;
}

const remove = async ([{ app }]: Nodes, url: string) =>
  assert.equal((await ask(app, 'a', url, { method: 'DELETE' })).status, 200);

testOnEachDatabase('knows-a-record-on-every-node-within-a-second', async (location, t) => {
  const nodes = await twoNodes(t, location);
  await put(nodes, mailTo('to'));
  let target = '';
  const add = async () => {
    const targets = [{ kind: 'domain', value: 'example.org' }];
    const body = await askOk(nodes[0].app, 'a', '/api/v1/targets', { body: { targets } });
    target = body.added[0].target_id;
  };
  await requireWithinASecond({
    nodes,
    body: MAIL,
    busy: false,
    from: 'ESCALATE',
    to: 'PROCEED',
    change: add,
  });
  const take = () => remove(nodes, `/api/v1/targets/${target}`);
  await requireWithinASecond({
    nodes,
    body: MAIL,
    busy: true,
    from: 'PROCEED',
    to: 'ESCALATE',
    change: take,
  });
});

testOnEachDatabase('holds-to-a-mandate-on-every-node-within-a-second', async (location, t) => {
  const nodes = await twoNodes(t, location);
  const [{ app }] = nodes;
  await put(nodes, { tool: 'files.look', effect: 'read', targets: [] });
  for (const [verb, terms, to] of [
    ['close', {}, 'BLOCK'],
    ['narrow', { effects: [] }, 'ESCALATE'],
  ] as const) {
    const { mandate_id: id } = await opened(app, { effects: ['read'] });
    const body = under(id, { action: 'files.look' });
    const change = async () => assert.equal((await changed(app, verb, id, terms)).status, 200);
    await requireWithinASecond({ nodes, body, busy: verb === 'close', from: 'PROCEED', to, change });
  }
});

testOnEachDatabase('misses-a-removed-tool-on-every-node-within-a-second', async (location, t) => {
  const nodes = await twoNodes(t, location);
  const tool = await put(nodes, mailTo('to'));
  await put(nodes, { tool: 'files.look', effect: 'read', targets: [] });
  const terms = { effects: ['send'], targets: [{ value: 'ann@example.org' }] };
  const { mandate_id } = await opened(nodes[0].app, terms);
  const body = { ...MAIL, context: { ...MAIL.context, mandate_id } };
  const change = () => remove(nodes, `${TOOLS}/${tool}`);
  await requireWithinASecond({ nodes, body, busy: false, from: 'PROCEED', to: 'ESCALATE', change });
});
