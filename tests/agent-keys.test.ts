/** A key that belongs to an agent asks as that agent only, on every route, and can't make or widen a credential. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { EVALUATION, EVALUATIONS, post, READ } from './support/http/authzen.ts';
import { ask, assertTrue, evaluate, SURFACES } from './support/http/in-process.ts';
import { agentKey, assertRefused, createAgentKey, KEYS } from './support/people/agent-keys.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const SIMPLE = { action: 'look', context: {} };

/** The request in the record of an evaluation, and how its agent is known. */
async function recordOf(app: FastifyInstance, evidenceId: string) {
  const { body } = await ask(app, 'a', `/api/v1/evidence/${evidenceId}`);
  return { agent_id: body.payload.request.agent_id, how: body.payload.facts.identity.how };
}

testAsTenantOnEachDatabase('a-key-of-an-agent-says-so-everywhere', async ({ app, key }) => {
  const { status, body } = await createAgentKey(app, 'agent-7');
  assert.equal(status, 201);
  assert.equal(body.agent_id, 'agent-7');
  assert.deepEqual(body.scopes, ['governance:evaluate', 'evidence:read', 'evidence:write', 'usage:read']);
  const listed = await ask(app, 'a', KEYS);
  const agents = listed.body.keys.map(({ id, agent_id }: { id: string; agent_id: string }) => [id, agent_id]);
  assert.deepEqual(
    agents.find(([id]: [string]) => id === body.id),
    [body.id, 'agent-7'],
  );
  const plain = await ask(app, 'a', KEYS, { key, body: { name: 'plain', environment: 'production' } });
  assert.equal(plain.body.agent_id, null);
  await assertTrue(app);
});

testAsTenantOnEachDatabase('truth-verification-sees-a-changed-agent', async ({ app, service }) => {
  const { body } = await createAgentKey(app, 'agent-7');
  const gaps = async () => (await ask(app, 'a', '/api/v1/evidence/truth-verification')).body.gaps;
  for (const agent_id of ['agent-8', null]) {
    await service.db.updateTable('api_keys').set({ agent_id }).where('key_id', '=', body.id).execute();
    assert.match(JSON.stringify(await gaps()), /agent_id/);
  }
  await service.db
    .updateTable('api_keys')
    .set({ agent_id: 'agent-7' })
    .where('key_id', '=', body.id)
    .execute();
  assert.deepEqual(await gaps(), []);
});

testAsTenant('an-agents-key-makes-no-credentials', async ({ app, service, name }) => {
  for (const scope of ['keys:manage', 'members:manage']) {
    const { status, body } = await createAgentKey(app, 'agent-7', { scopes: ['governance:evaluate', scope] });
    assert.equal(status, 422, scope);
    assert.equal(body.detail[0].loc.join('.'), 'body.scopes');
  }
  for (const agent_id of ['', 'a\u0000b', 'a'.repeat(257), 7, null]) {
    assert.equal((await createAgentKey(app, agent_id as string)).status, 422, String(agent_id));
  }
  const own = await agentKey(app, 'agent-7');
  const { body: me } = await ask(app, 'a', '/api/v1/me', { key: own });
  assert.deepEqual([me.kind, me.agent_id], ['key', 'agent-7']);
  const refused = [
    createAgentKey(app, 'agent-7', {}, { key: own }),
    ask(app, 'a', `${KEYS}/${me.id}`, { key: own, method: 'DELETE' }),
    ask(app, 'a', '/api/v1/members/invitations', {
      key: own,
      body: { email: 'x@example.com', role: 'owner' },
    }),
    ask(app, 'a', '/api/v1/webhooks', {
      key: own,
      body: { url: 'https://example.com', events: ['halt.created'] },
    }),
    ask(app, 'a', '/api/v1/settings', { key: own, method: 'PUT', body: {} }),
  ];
  for (const answer of refused) assert.ok([403, 404].includes((await answer).status));
  const keys = await service.db
    .selectFrom('api_keys')
    .select('key_id')
    .innerJoin('tenants', 'tenants.tenant_id', 'api_keys.tenant_id')
    .where('tenants.name', '=', name)
    .execute();
  assert.equal(keys.length, 3);
});

/** Spellings that mean the same agent. */
const SAME = [
  'agent-7',
  'AGENT-7',
  'agent 7',
  'agent_7',
  'ａｇｅｎｔ－７',
  'agent\u200b-7',
  ' agent-7 ',
  'Agent7',
];
/** Other agents, also such as pose as it. */
const OTHERS = [
  'agent-8',
  'agent-77',
  'agent',
  'аgent-7',
  'agent-7\u0301',
  '7-agent',
  'agent-7;agent-8',
  'user agent-7',
];

testAsTenantOnEachDatabase('evaluates-as-its-agent-and-as-no-other', async ({ app }) => {
  const key = await agentKey(app, 'agent-7');
  for (const surface of ['a', 'b'] as const) {
    const filled = await evaluate(app, surface, SIMPLE, { key });
    assert.equal(filled.status, 200, JSON.stringify(filled.body));
    assert.deepEqual(await recordOf(app, filled.body.evidence_id), { agent_id: 'agent-7', how: 'key' });
    for (const agent_id of SAME) {
      const { status, body } = await evaluate(app, surface, { ...SIMPLE, agent_id }, { key });
      assert.equal(status, 200, agent_id);
      assert.deepEqual(await recordOf(app, body.evidence_id), { agent_id, how: 'key' });
    }
    for (const agent_id of OTHERS)
      assertRefused(await evaluate(app, surface, { ...SIMPLE, agent_id }, { key }), agent_id);
  }
  const { body } = await evaluate(app, 'b', { ...SIMPLE, agent_id: 'agent-8' }, { key });
  assert.match(JSON.stringify(body), /belongs to the agent agent-7: .* can't name agent-8/);
  const claimed = await evaluate(app, 'b', { ...SIMPLE, agent_id: 'agent-8' });
  assert.equal((await recordOf(app, claimed.body.evidence_id)).how, 'claimed');
  await assertTrue(app);
});

testAsTenantOnEachDatabase('executes-simulates-and-answers-authzen-as-its-agent', async ({ app }) => {
  const key = await agentKey(app, 'agent-7');
  for (const verb of ['execute', 'simulate']) {
    const asked = (agent_id?: string) =>
      ask(app, 'a', `/api/v1/core/governance/${verb}`, { key, body: { ...SIMPLE, agent_id } });
    assert.equal((await asked()).status, 200, verb);
    assert.equal((await asked('AGENT_7')).status, 200, verb);
    assertRefused(await asked('agent-8'), verb);
  }
  const resource = { type: 'account', id: '1' };
  const by = (type: string, id: string) => ({ subject: { type, id }, resource, action: READ });
  assert.equal((await post(app, EVALUATION, by('agent', 'agent-7'), { key })).status, 200);
  assert.equal((await post(app, EVALUATION, by('user', 'ann@example.com'), { key })).status, 200);
  assertRefused(await post(app, EVALUATION, by('agent', 'agent-8'), { key }));
  const many = await post(
    app,
    EVALUATIONS,
    { evaluations: [by('agent', 'agent-7'), by('agent', 'agent-8')] },
    { key },
  );
  const { body: found } = await ask(app, 'a', '/api/v1/evidence/search', {
    body: { artifact_type: 'governance_eval' },
  });
  const agents = new Set(found.items.map(({ actor }: { actor: string }) => actor));
  assert.ok(!agents.has('agent-8'), JSON.stringify(many.body));
});

testAsTenantOnEachDatabase('a-batch-refuses-the-items-of-other-agents-alone', async ({ app }) => {
  const key = await agentKey(app, 'agent-7');
  for (const surface of ['a', 'b'] as const) {
    const evaluations = [SIMPLE, { ...SIMPLE, agent_id: 'agent-8' }, { ...SIMPLE, agent_id: 'AGENT-7' }];
    const url = `${SURFACES[surface].evaluate}/batch`;
    const { status, body } = await ask(app, surface, url, { key, body: { evaluations } });
    assert.equal(status, 200, JSON.stringify(body));
    const [filled, refused, same] = body.results;
    assert.equal(refused.status, 403);
    assert.match(refused.detail, /can't name agent-8/);
    assert.equal((await recordOf(app, filled.evidence_id)).agent_id, 'agent-7');
    assert.equal((await recordOf(app, same.evidence_id)).agent_id, 'AGENT-7');
  }
});
