/** The inventory in a compliance check: who answers for each agent, what it may do, and what it did. */
import assert from 'node:assert/strict';
import { COMPLIANCE, checked, findingOf } from './support/compliance/compliance.ts';
import { ask, evaluate } from './support/http/in-process.ts';
import { testAsTenant } from './support/people/tenants.ts';

const AGENTS = '/api/v1/agents';

testAsTenant('records-the-agents-with-who-answers-for-them-and-what-they-did', async ({ app, key }) => {
  const call = { key };
  const registered = { agent_id: 'agent-7', name: 'Refund desk', purpose: 'Pays refunds below 100 dollars' };
  const owner = { kind: 'team', id: 'Payments' };
  assert.equal((await ask(app, 'a', AGENTS, { ...call, body: { ...registered, owner } })).status, 201);
  const scopes = ['governance:evaluate'];
  const wanted = { name: 'desk', environment: 'production', agent_id: 'agent-7', scopes };
  const made = await ask(app, 'a', '/api/v1/api-keys', { ...call, body: wanted });
  assert.equal(made.status, 201);
  await evaluate(app, 'a', { action: 'refund.pay' }, { key: made.body.key });
  await evaluate(app, 'a', { action: 'refund.pay', agent_id: 'agent-9' }, call);

  const answered = await checked(app, { framework: 'iso_42001' }, call);
  assert.equal(findingOf(answered, 'agents_owned').result, 'partial');
  assert.equal(findingOf(answered, 'agents_authenticated').result, 'partial');
  const [desk, other, ...rest] = answered.inventory.agents;
  const verdicts = { proceed: 1, escalate: 0, block: 0 };
  assert.deepEqual(rest, []);
  assert.deepEqual(desk, { ...registered, owner, status: 'active', identified_by: 'key', scopes, verdicts });
  assert.deepEqual(
    [other.agent_id, other.owner, other.status, other.identified_by, other.verdicts],
    ['agent-9', null, 'unregistered', 'claimed', verdicts],
  );
  const { more, evaluations, authenticated } = answered.inventory;
  assert.deepEqual({ more, evaluations, authenticated }, { more: 0, evaluations: 2, authenticated: 1 });

  const printed = await app.inject({
    url: `${COMPLIANCE}/checks/${answered.evidence_id}/report`,
    headers: { 'x-api-key': key },
  });
  assert.equal(printed.statusCode, 200);
});
