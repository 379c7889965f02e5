/** Origins count at each route that judges, and no field that an agent writes reaches the session of another. */
import assert from 'node:assert/strict';
import { requireTrue } from './support/governance/governance.ts';
import { opened } from './support/governance/mandates.ts';
import { AGENT, called, read, reported, SESSIONS } from './support/governance/sessions.ts';
import { change } from './support/governance/settings.ts';
import { EVALUATION, EVALUATIONS, post } from './support/http/authzen.ts';
import { ask, evaluate, SURFACES } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { type TestTenant, testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import { INVOICE, STRANGER, SUPPLIER } from './support/walks/desk.ts';
import { judgedPayment, originIn, payingTools, payment } from './support/walks/paying.ts';

const MAIL = { action: 'mail.read' };

/** Each route, with the evidence id of the payment that it judged. */
const ROUTES: Record<string, (tenant: TestTenant, recipient: string) => Promise<string>> = {
  'surface a': async ({ app }, to) => (await evaluate(app, 'a', payment(to, 's-1'))).body.evidence_id,
  'surface b': async ({ app }, to) => (await evaluate(app, 'b', payment(to, 's-1'))).body.evidence_id,
  batch: async ({ app }, to) => {
    const body = { evaluations: [payment(to, 's-1')] };
    return (await ask(app, 'a', `${SURFACES.a.evaluate}/batch`, { body })).body.results[0].evidence_id;
  },
  execute: async ({ app }, to) => {
    const { body } = await ask(app, 'a', '/api/v1/core/governance/execute', { body: payment(to, 's-1') });
    return body.evidence_id;
  },
  'AuthZEN evaluation': async ({ app }, to) =>
    (await post(app, EVALUATION, authZen(to))).body.context.evidence_id,
  'AuthZEN evaluations': async ({ app }, to) =>
    (await post(app, EVALUATIONS, { evaluations: [authZen(to)] })).body.evaluations[0].context.evidence_id,
};

function authZen(recipient: string) {
  const { action, agent_id, context } = payment(recipient, 's-1');
  return {
    subject: { type: 'agent', id: agent_id },
    action: { name: action },
    resource: { type: 'bank', id: 'ours' },
    context,
  };
}

for (const [route, judge] of Object.entries(ROUTES)) {
  testAsTenantOnEachDatabase(`looks-for-origins-by-${route.replaceAll(' ', '-')}`, async (tenant) => {
    const { app, service, key } = tenant;
    await payingTools(app);
    await read(app, 's-1', { body: INVOICE }, MAIL);
    await read(app, 's-1', { iban: SUPPLIER });
    assert.equal(await originIn(tenant, await judge(tenant, STRANGER)), 'content');
    assert.equal(await originIn(tenant, await judge(tenant, SUPPLIER)), 'own_result');
    await requireTrue(service, key);
  });
}

testAsTenant('keeps-sessions-of-odd-ids-apart', async (tenant) => {
  const { app } = tenant;
  await payingTools(app);
  const ids = ['a/b', 'a%2Fb', 'a b', ' a b', 'ä\u0308', '\u202ea', '../a', '"],["', 'x'.repeat(256), '💶'];
  for (const [place, id] of ids.entries()) {
    const body = await read(app, id, { body: `write to u${place}@example.com` }, MAIL);
    assert.deepEqual([body.session_id, body.number], [id, 1], id);
    const shown = await ask(app, 'b', `${SESSIONS.b}/${encodeURIComponent(id)}?agent_id=${AGENT}`);
    assert.deepEqual([shown.status, shown.body.calls?.length], [200, 1], id);
  }
});

testAsTenant('takes-no-session-from-an-id-that-is-none', async (tenant) => {
  const { app } = tenant;
  await payingTools(app);
  for (const id of ['', 'x'.repeat(257), 7, null, ['s-1'], { id: 's-1' }]) {
    const { verdict, origin } = await judgedPayment(tenant, STRANGER, id);
    assert.deepEqual([verdict, origin], ['ESCALATE', undefined], JSON.stringify(id));
  }
  const evaluation_id = await called(app, 'x'.repeat(257));
  const { status } = await reported(app, 'x'.repeat(257), { evaluation_id, result: 1 });
  assert.ok(status >= 400 && status < 500, String(status));
});

testAsTenantOnEachDatabase('knows-nothing-of-the-session-of-another-agent', async (tenant) => {
  const { app, service, key } = tenant;
  await payingTools(app);
  const { mandate_id } = await opened(app, { agent_id: 'agent-8', effects: ['pay'] });
  const context = { mandate_id, session_id: undefined };
  await read(app, mandate_id, { iban: SUPPLIER }, { agent_id: 'agent-8', context });
  await read(app, 's-1', { iban: SUPPLIER }, { agent_id: 'agent-8' });
  for (const id of [mandate_id, 's-1']) {
    const { verdict, origin } = await judgedPayment(tenant, SUPPLIER, id);
    assert.deepEqual([verdict, origin], ['ESCALATE', undefined]);
  }
  const evaluation_id = await called(app, 's-1', { agent_id: 'agent-8' });
  assert.equal((await ask(app, 'b', `${SESSIONS.b}/s-1?agent_id=${AGENT}`)).status, 404);
  // The result goes to the session of the agent that was evaluated.
  const { body } = await reported(app, 's-1', { evaluation_id, result: { body: STRANGER } });
  assert.equal(body.number, 2);
  assert.equal(await service.agentSessions.of(tenant.chain, AGENT, 's-1'), null);
  await requireTrue(service, key);
});

testAsTenant('takes-the-result-of-a-colleague-s-call-from-no-other-key', async (tenant) => {
  const { app, service, name } = tenant;
  await payingTools(app);
  const { secret } = await keyHolder(service, name, { scopes: ['governance:evaluate', 'evidence:write'] });
  for (const attestation of ['accepted', 'verified'] as const) {
    await change(app, () => ({ attestation }));
    const evaluation_id = await called(app, attestation);
    const { status } = await reported(app, attestation, { evaluation_id, result: STRANGER }, { key: secret });
    assert.equal(status, 403);
  }
});

testAsTenant('takes-a-result-once-for-an-answer-that-was-given-twice', async (tenant) => {
  const { app } = tenant;
  await payingTools(app);
  const headers = { 'idempotency-key': 'one-key' };
  const ids = [];
  for (const _ of [1, 2]) ids.push(await called(app, 's-1', MAIL, { headers }));
  assert.equal(ids[0], ids[1]);
  const statuses = [];
  for (const evaluation_id of ids)
    statuses.push((await reported(app, 's-1', { evaluation_id, result: 1 })).status);
  assert.deepEqual(statuses, [201, 409]);
});

testAsTenant('takes-other-spellings-of-the-tool-and-no-other-tool', async ({ app }) => {
  await payingTools(app);
  for (const [tool, status] of [
    ['CRM_find', 201],
    ['mcp__crm__find', 201],
    ['mail.read', 422],
    ['crm.find.all', 422],
    ['сrm.find', 422],
  ] as const) {
    const evaluation_id = await called(app, 's-1');
    const answer = await reported(app, 's-1', { evaluation_id, tool, result: 1 }, { surface: 'a' });
    assert.equal(answer.status, status, `${tool}: ${JSON.stringify(answer.body)}`);
  }
});
