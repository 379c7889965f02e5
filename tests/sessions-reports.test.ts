/** Only the result of a call that was let through is taken, once, and from the party that asked. */
import assert from 'node:assert/strict';
import { createKey } from '@assize/service/keys/index.ts';
import { findTenant } from '@assize/service/tenants/index.ts';
import { requireTrue } from './support/governance/governance.ts';
import { AGENT, called, readersIn, reported, SESSIONS } from './support/governance/sessions.ts';
import { ask, askOk, evaluate } from './support/http/in-process.ts';
import { type TestTenant, testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const ANN = 'email ann@example.com';

/** The session as evaluations see it. */
async function seen({ service, chain }: TestTenant, sessionId: string, agentId = AGENT) {
  const session = await service.agentSessions.of(chain, agentId, sessionId);
  assert.ok(session !== null, 'there is no such session');
  return session;
}

testAsTenantOnEachDatabase('refuses-results-of-other-calls', async (tenant) => {
  const { app, service, name } = tenant;
  await readersIn(app);
  const result = 'ann@example.com';
  const refused = async (sessionId: string, body: object, field: string, key?: string) => {
    const { status, body: told } = await reported(
      app,
      sessionId,
      { result, ...body },
      { surface: 'a', ...(key && { key }) },
    );
    assert.deepEqual([status, told.detail?.[0]?.loc?.at(-1)], [422, field], JSON.stringify(told));
  };
  await refused('s-1', { evaluation_id: `ev_${'0'.repeat(24)}` }, 'evaluation_id');
  await refused('s-1', { evaluation_id: 'x' }, 'evaluation_id');
  await refused('s-1', { evaluation_id: await called(app, 's-2') }, 'evaluation_id');
  await refused('s-1', { evaluation_id: await called(app, undefined) }, 'evaluation_id');
  const own = await called(app, 's-1');
  await refused('s-1', { evaluation_id: own, tool: 'mail.read' }, 'tool');
  const { body } = await evaluate(app, 'b', {
    action: 'files.create',
    agent_id: AGENT,
    context: {
      session_id: 's-1',
      risk_level: 'critical',
      is_irreversible: true,
      confidence_score: 0.01,
      min_confidence: 0.9,
    },
  });
  if (body.verdict === 'BLOCK') await refused('s-1', { evaluation_id: body.evidence_id }, 'evaluation_id');

  const tenantRow = await findTenant(service.db, name);
  assert.ok(tenantRow);
  const another = await createKey(service, tenantRow, null, {
    name: 'another',
    environment: 'production',
    scopes: ['governance:evaluate', 'evidence:write', 'evidence:read'],
  });
  const forbidden = await reported(
    app,
    's-1',
    { evaluation_id: own, result },
    { key: another?.secret ?? '' },
  );
  assert.equal(forbidden.status, 403, JSON.stringify(forbidden.body));
  const inSandbox = await reported(app, 's-1', { evaluation_id: own, result }, { key: tenant.sandboxKey });
  assert.equal(inSandbox.status, 400);

  const first = await reported(app, 's-1', { evaluation_id: own, result });
  const again = await reported(app, 's-1', { evaluation_id: own, result });
  assert.deepEqual([first.status, again.status], [201, 409]);
  assert.match(JSON.stringify(again.body), new RegExp(first.body.evidence_id));
  const unknown = await ask(app, 'b', `${SESSIONS.b}/s-1?agent_id=another`);
  assert.equal(unknown.status, 404);
});

testAsTenantOnEachDatabase('counts-each-of-many-reports-at-once', async (tenant) => {
  const { app, service, key } = tenant;
  await readersIn(app);
  const ids = await Promise.all(Array.from({ length: 12 }, () => called(app, 's-1')));
  const answers = await Promise.all(
    [...ids, ...ids.slice(0, 4)].map((evaluation_id, place) =>
      reported(app, 's-1', { evaluation_id, result: `a${place}@example.com` }),
    ),
  );
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [...Array(12).fill(201), ...Array(4).fill(409)]);
  const numbers = answers.flatMap(({ body }) => body.number ?? []).sort((one, other) => one - other);
  assert.deepEqual(
    numbers,
    Array.from({ length: 12 }, (_, place) => place + 1),
  );
  assert.equal((await seen(tenant, 's-1')).results, 12);
  await requireTrue(service, key);
});

testAsTenant('takes-a-result-with-the-outcome', async (tenant) => {
  const { app, service, key } = tenant;
  await readersIn(app);
  const outcome = (evaluation_id: string | undefined, more: object) =>
    ask(app, 'b', '/v1/evidence', {
      body: {
        action: 'crm.find',
        context: {},
        outcome: 'success',
        executed_at: new Date().toISOString(),
        evaluation_id,
        ...more,
      },
    });
  const evaluation_id = await called(app, 's-1');
  const { status, body } = await outcome(evaluation_id, {
    result: { email: 'ann@example.com' },
    result_incomplete: true,
  });
  assert.equal(status, 201, JSON.stringify(body));
  assert.match(body.result_evidence_id, /^ev_/);
  const now = await seen(tenant, 's-1');
  assert.deepEqual([now.find(ANN)?.own?.number, now.incomplete], [1, true]);
  const record = await askOk(app, 'b', `/v1/evidence/${body.evidence_id}`);
  assert.doesNotMatch(JSON.stringify(record), /ann@example/);
  const without = await outcome(await called(app, undefined), { result: 'ann@example.com' });
  assert.deepEqual([without.status, without.body.result_evidence_id], [201, null]);
  assert.equal((await outcome(await called(app, 's-1'), {})).body.result_evidence_id, undefined);
  await requireTrue(service, key);
});
