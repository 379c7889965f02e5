/** A key that belongs to an agent asks as that agent only, on every route, and can't make or widen a credential. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { decide, escalated, GRAVE, withApproval } from './support/approvals/approvals.ts';
import { changed, MANDATES, opened, under } from './support/governance/mandates.ts';
import { called, readersIn, reported, SESSIONS } from './support/governance/sessions.ts';
import { EVALUATION, EVALUATIONS, post, READ } from './support/http/authzen.ts';
import { type Answer, ask, assertTrue, evaluate } from './support/http/in-process.ts';
import { agentKey, createAgentKey, KEYS } from './support/people/agent-keys.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const SIMPLE = { action: 'look', context: {} };
const OUTCOMES = { a: '/api/v1/evidence/outcomes', b: '/v1/evidence' } as const;

/** The request in the record of an evaluation, and how its agent is known. */
async function recordOf(app: FastifyInstance, evidenceId: string) {
  const { body } = await ask(app, 'a', `/api/v1/evidence/${evidenceId}`);
  return { agent_id: body.payload.request.agent_id, how: body.payload.facts.identity.how };
}

function assertRefused({ status, body }: Answer, what = ''): void {
  assert.equal(status, 403, `${what} ${JSON.stringify(body)}`);
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

testAsTenantOnEachDatabase('uses-mandates-of-its-own-agent-only', async ({ app }) => {
  const [key, other] = [await agentKey(app, 'agent-7'), await agentKey(app, 'agent-8')];
  for (const surface of ['a', 'b'] as const) {
    const open = (more: object, by?: string) =>
      ask(app, surface, MANDATES[surface], { body: { effects: ['read'], ...more }, ...(by && { key: by }) });
    const own = await open({}, key);
    assert.deepEqual([own.status, own.body.agent_id], [201, 'agent-7']);
    assertRefused(await open({ agent_id: 'agent-8' }, key));
    const unnamed = await open({});
    assert.match(JSON.stringify(unnamed.body), /agent_id.*required/i);
    const { mandate_id: id } = own.body;
    for (const verb of ['narrow', 'widen', 'close'] as const) {
      const terms = verb === 'close' ? undefined : { effects: verb === 'widen' ? ['read', 'send'] : [] };
      assertRefused(await changed(app, verb, id, terms, { surface, key: other }), verb);
    }
    const { body } = await evaluate(app, surface, under(id, {}), { key: other });
    assert.equal(body.verdict, undefined, 'it named agent-7');
    const { agent_id: _, ...unsaid } = under(id, {});
    const used = await evaluate(app, surface, unsaid, { key: other });
    assert.notEqual(String(used.body.verdict).toLowerCase(), 'proceed', 'a mandate of another agent');
    assert.equal((await changed(app, 'narrow', id, { effects: [] }, { surface, key })).status, 200);
    assert.equal((await changed(app, 'close', id, undefined, { surface, key })).status, 200);
  }
  const planned = (agent_id: string) =>
    ask(app, 'b', `${MANDATES.b}/plan`, { key, body: { task: 'look', agent_id } });
  assertRefused(await planned('agent-8'));
  assert.equal((await planned('agent-7')).status, 409, 'there is no planner');
  const foreign = await opened(app, { agent_id: 'agent-8', effects: ['read'] });
  assertRefused(await changed(app, 'close', foreign.mandate_id, undefined, { key }));
  await assertTrue(app);
});

testAsTenantOnEachDatabase('reports-results-and-outcomes-of-its-own-agent-only', async ({ app }) => {
  const [key, other] = [await agentKey(app, 'agent-7'), await agentKey(app, 'agent-8')];
  await readersIn(app);
  const own = await called(app, 's-1', { agent_id: 'agent-7' }, { key });
  const result = 'ann@example.com';
  for (const surface of ['a', 'b'] as const) {
    assertRefused(await reported(app, 's-1', { evaluation_id: own, result }, { surface, key: other }));
    const report = {
      action: 'crm.find',
      context: {},
      outcome: 'success',
      executed_at: new Date().toISOString(),
    };
    const told = (more: object, by: string) =>
      ask(app, surface, OUTCOMES[surface], { key: by, body: { ...report, ...more } });
    assertRefused(await told({ evaluation_id: own }, other));
    assertRefused(await told({ evaluation_id: own, agent_id: 'agent-7' }, other));
    assertRefused(await told({ agent_id: 'agent-8' }, key));
    const alone = await told({}, key);
    const { body } = await ask(app, 'a', `/api/v1/evidence/${alone.body.evidence_id}`);
    assert.equal(body.payload.agent_id, 'agent-7');
    const session = `${SESSIONS[surface]}/s-1`;
    assertRefused(await ask(app, surface, `${session}?agent_id=agent-7`, { key: other }));
    assertRefused(await ask(app, surface, `${session}/end`, { key: other, body: { agent_id: 'agent-7' } }));
    assert.equal((await ask(app, surface, `${session}/end`, { key: other, body: {} })).status, 404);
  }
  assert.equal((await reported(app, 's-1', { evaluation_id: own, result }, { key })).status, 201);
  assert.equal((await ask(app, 'b', `${SESSIONS.b}/s-1`, { key })).body.agent_id, 'agent-7');
  assert.equal((await ask(app, 'b', `${SESSIONS.b}/s-1/end`, { key, body: {} })).status, 200);
  const { body: unnamed } = await evaluate(app, 'b', SIMPLE);
  const report = {
    action: 'crm.find',
    context: {},
    outcome: 'success',
    executed_at: new Date().toISOString(),
  };
  assertRefused(
    await ask(app, 'b', OUTCOMES.b, { key, body: { ...report, evaluation_id: unnamed.evidence_id } }),
  );
  await assertTrue(app);
});

testAsTenantOnEachDatabase('never-decides-and-uses-no-approval-of-another-agent', async ({ app }) => {
  const [key, other] = [await agentKey(app, 'agent-7'), await agentKey(app, 'agent-8')];
  const id = await escalated(app, GRAVE, { key });
  for (const surface of ['a', 'b'] as const) {
    for (const verb of ['approve', 'reject'] as const) {
      for (const by of [key, other]) {
        const refused = await decide(app, verb, id, { surface, key: by, body: { decided_by: 'dana' } });
        assertRefused(refused);
        assert.match(JSON.stringify(refused.body), /A person decides/);
      }
    }
  }
  assert.equal((await decide(app, 'approve', id)).body.status, 'approved');
  assertRefused(await evaluate(app, 'b', withApproval(id), { key: other }));
  const { agent_id: _, ...unsaid } = withApproval(id);
  assert.equal((await evaluate(app, 'b', unsaid, { key: other })).body.verdict, 'BLOCK');
  assert.equal((await evaluate(app, 'b', unsaid, { key })).body.verdict, 'PROCEED');
  await assertTrue(app);
});

testAsTenantOnEachDatabase('an-idempotency-key-answers-no-other-agent', async ({ app }) => {
  const [key, other] = [await agentKey(app, 'agent-7'), await agentKey(app, 'agent-8')];
  const headers = { 'idempotency-key': 'one' };
  const first = await evaluate(app, 'b', SIMPLE, { key, headers });
  const again = await evaluate(app, 'b', SIMPLE, { key, headers });
  assert.deepEqual([first.status, again.body.evidence_id], [200, first.body.evidence_id]);
  const foreign = await evaluate(app, 'b', SIMPLE, { key: other, headers });
  assert.ok(foreign.status >= 400, JSON.stringify(foreign.body));
});
