/** The inventory of agents over the API: registering, seeing, suspending, retiring, and exporting. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { changesOf, eventsSent } from './support/governance/governance.ts';
import { ask, askOk, type Call, evaluate } from './support/http/in-process.ts';
import { testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const AGENTS = '/api/v1/agents';

const post = (app: FastifyInstance, path: string, body: object, call: Call = {}) =>
  ask(app, 'a', `${AGENTS}${path}`, { ...call, method: 'POST', body });
const asking = async (app: FastifyInstance, agent_id: string) =>
  (await evaluate(app, 'b', { action: 'email.send', context: {}, agent_id })).body;

testAsTenantOnEachDatabase('keeps-an-inventory-of-agents', async ({ app, service, key }) => {
  const { evidence_id: first } = await asking(app, 'agent-8');
  await asking(app, 'agent-8');
  const made = await post(app, '', {
    agent_id: 'agent-7',
    owner: { kind: 'team', id: 'Support' },
    purpose: 'Refunds',
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  assert.equal(made.body.status, 'active');
  const { items } = await askOk(app, 'a', AGENTS);
  assert.deepEqual(
    items.map(({ agent_id, status, identified_by, first_evidence_id }: Record<string, unknown>) => [
      agent_id,
      status,
      identified_by,
      first_evidence_id,
    ]),
    [
      ['agent-7', 'active', null, null],
      ['agent-8', 'unregistered', 'claimed', first],
    ],
  );
  const one = await askOk(app, 'a', `${AGENTS}/Agent-8`);
  assert.deepEqual(one.activity.verdicts, { proceed: 2, escalate: 0, block: 0 });
  assert.deepEqual(one.activity.tools, [{ name: 'email.send', count: 2 }]);

  for (const agent_id of ['AGENT-7', 'agent\u200b-7', ' agent-7']) {
    const again = await post(app, '', { agent_id });
    assert.equal(again.body.code, 'agent_registered', agent_id);
  }
  const changed = await ask(app, 'a', `${AGENTS}/agent-7`, {
    method: 'PATCH',
    body: { purpose: 'Mail', version: 1 },
  });
  assert.equal(changed.body.purpose, 'Mail');
  const stale = await ask(app, 'a', `${AGENTS}/agent-7`, {
    method: 'PATCH',
    body: { purpose: 'x', version: 1 },
  });
  assert.equal(stale.body.code, 'agent_changed');
  const nobody = await post(app, '', { agent_id: 'agent-9', owner: { kind: 'member', id: 'mbr_0' } });
  assert.equal(nobody.status, 422);

  assert.equal(
    (await post(app, '/agent-7/suspend', { reason: 'It sent 400 mails' })).body.status,
    'suspended',
  );
  const blocked = await asking(app, 'AGENT-7');
  assert.equal(blocked.verdict, 'BLOCK');
  assert.match(JSON.stringify(blocked), /the agent is suspended/);
  assert.equal((await post(app, '/agent-7/resume', {})).body.status, 'active');
  assert.equal((await asking(app, 'agent-7')).verdict, 'PROCEED');
  assert.equal((await post(app, '/agent-7/retire', { reason: 'Replaced' })).body.status, 'retired');
  assert.equal((await post(app, '/agent-7/resume', {})).body.code, 'agent_retired');
  assert.equal((await asking(app, 'agent-7')).verdict, 'BLOCK');
  const actions = (await changesOf(service, 'agent.', key)).map(({ action }) => action);
  assert.deepEqual(actions, [
    'agent.register',
    'agent.change',
    'agent.suspend',
    'agent.resume',
    'agent.retire',
  ]);
  assert.equal((await eventsSent(service, 'agent.suspended', key)).length, 1);

  const csv = await ask(app, 'a', `${AGENTS}/export?format=csv`);
  assert.equal(csv.status, 200);
});
