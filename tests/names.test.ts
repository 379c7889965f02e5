/** The names behind ids: of members, keys and agents of the own tenant, and of nothing else. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { ask, askOk, type Call, keyOf } from './support/http/in-process.ts';
import { signedIn } from './support/people/members.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

interface Ids {
  party?: string[];
  agent?: string[];
}

function namesOf(app: FastifyInstance, { party = [], agent = [] }: Ids, call: Call = {}) {
  const query = new URLSearchParams();
  for (const id of party) query.append('party', id);
  for (const id of agent) query.append('agent', id);
  return askOk(app, 'a', `/api/v1/names?${query}`, call).then(({ names }) => names);
}

async function register(app: FastifyInstance, agent_id: string, name: string, key = keyOf(app)) {
  const { status } = await ask(app, 'a', '/api/v1/agents', { key, body: { agent_id, name } });
  assert.equal(status, 201);
}

testAsTenantOnEachDatabase('names-members-keys-and-agents', async ({ app, service, name }) => {
  const dana = await signedIn(service, name, 'owner', 'Dana');
  const lee = await signedIn(service, name, 'viewer', 'Lee');
  const { keyId } = await keyHolder(service, name);
  await register(app, 'agent-7', '‮Refunds <b>');
  const party = [dana.memberId, keyId, 'operator', 'mbr_unknown'];
  assert.deepEqual(await namesOf(app, { party, agent: ['Agent_7', 'agent-8'] }), [
    { id: dana.memberId, kind: 'member', name: 'Dana' },
    { id: keyId, kind: 'key', name: 'test' },
    { id: 'Agent_7', kind: 'agent', name: '‮Refunds <b>' },
  ]);
  assert.deepEqual(await namesOf(app, { party: [lee.memberId] }, { key: null, headers: lee.headers }), [
    { id: lee.memberId, kind: 'member', name: 'Lee' },
  ]);
  assert.deepEqual(await namesOf(app, {}), []);
  const gone = await ask(app, 'a', `/api/v1/members/${lee.memberId}`, {
    method: 'DELETE',
    key: null,
    headers: dana.headers,
  });
  assert.equal(gone.status, 200, JSON.stringify(gone.body));
  const [left] = await namesOf(app, { party: [lee.memberId] });
  assert.equal(left.name, 'Lee');
});

testAsTenant('gives-an-agent-with-the-id-of-a-member-no-name-of-theirs', async ({ app, service, name }) => {
  const { memberId } = await signedIn(service, name, 'owner', 'Dana');
  assert.deepEqual(await namesOf(app, { agent: [memberId] }), []);
  await register(app, memberId, 'Bot');
  assert.deepEqual(await namesOf(app, { agent: [memberId] }), [{ id: memberId, kind: 'agent', name: 'Bot' }]);
  assert.deepEqual(await namesOf(app, { party: [memberId] }), [
    { id: memberId, kind: 'member', name: 'Dana' },
  ]);
});

testAsTenant('gives-no-name-of-another-tenant', async ({ app, service, name }) => {
  const other = await keyHolder(service, `${name}-other`);
  const { memberId } = await signedIn(service, `${name}-other`, 'owner', 'Eve');
  await register(app, 'theirs', 'Theirs', other.secret);
  assert.deepEqual(await namesOf(app, { party: [memberId, other.keyId], agent: ['theirs'] }), []);
});

for (const query of [
  `party=${'&party='.repeat(101)}`,
  `party=${'x'.repeat(257)}`,
  'agent=',
  'who=1',
  'party=%00',
]) {
  testAsTenant(`refuses-a-bad-question ${query.slice(0, 20)}`, async ({ app }) => {
    assert.equal((await ask(app, 'a', `/api/v1/names?${query}`)).status, 422);
  });
}
