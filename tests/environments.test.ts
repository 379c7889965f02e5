/** Production and sandbox: the key decides the chain, and the sandbox address accepts only sandbox keys. */
import assert from 'node:assert/strict';
import { ask, evaluate, SURFACES, type Surface } from './support/http/in-process.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const GOOD = { action: 'email.send', context: {} };
const REFUSED = { detail: 'The sandbox address takes sandbox keys only; this is a production key.' };

testAsTenant('keeps-sandbox-and-production-apart-on-every-path', async ({ app, sandboxKey }) => {
  for (const surface of Object.keys(SURFACES) as Surface[]) {
    for (const prefix of ['', '/sandbox']) {
      const url = prefix + SURFACES[surface].evaluate;
      const { status, body } = await ask(app, surface, url, { key: sandboxKey, body: GOOD });
      assert.equal(status, 200);
      for (const recordUrl of [
        `/v1/evidence/${body.evidence_id}`,
        `/sandbox/v1/evidence/${body.evidence_id}`,
      ]) {
        assert.equal((await ask(app, 'b', recordUrl, { key: sandboxKey })).status, 200);
      }
      const foreign = await ask(app, 'b', `/v1/evidence/${body.evidence_id}`);
      assert.deepEqual(
        { status: foreign.status, body: foreign.body },
        { status: 404, body: { detail: 'There is no such evidence record.' } },
      );
    }
  }
  const { body: production } = await ask(app, 'a', '/api/v1/evidence/verify');
  const { body: sandbox } = await ask(app, 'a', '/sandbox/api/v1/evidence/verify', { key: sandboxKey });
  assert.deepEqual(
    { valid: production.valid, total_artifacts: production.total_artifacts },
    { valid: true, total_artifacts: 1 },
  );
  assert.deepEqual(
    { valid: sandbox.valid, total_artifacts: sandbox.total_artifacts },
    { valid: true, total_artifacts: 5 },
  );
  assert.notEqual(production.chain_head_hash, sandbox.chain_head_hash);
  const latest = await ask(app, 'a', '/api/v1/evidence/latest');
  assert.deepEqual(latest.body, { items: {} });
});

testAsTenant('refuses-a-production-key-under-the-sandbox-address', async ({ app, key }) => {
  const { body: described } = await ask(app, 'a', '/openapi.json', { key: null });
  for (const [path, operations] of Object.entries<object>(described.paths)) {
    const surface = path.startsWith('/api/') ? 'a' : 'b';
    for (const method of Object.keys(operations)) {
      const url = `/sandbox${path.replace(/\{\w+\}/, 'x')}`;
      const upper = method.toUpperCase() as 'GET';
      const body = method === 'post' ? 'no json at all' : undefined;
      const answer = await ask(app, surface, url, { method: upper, key, body });
      assert.deepEqual({ status: answer.status, body: answer.body }, { status: 403, body: REFUSED }, url);
    }
  }
});

testAsTenantOnEachDatabase('simulates-without-a-trace', async ({ app }) => {
  const url = '/api/v1/core/governance/simulate';
  const before = await ask(app, 'a', '/api/v1/evidence/verify');
  const bodies = [
    GOOD,
    { action: 'a', context: { risk_level: 'high' } },
    { action: 'a', context: { estimated_cost_usd: 2, budget_remaining_usd: 1 } },
  ];
  for (const body of bodies) {
    const simulated = await ask(app, 'a', url, { body });
    assert.equal(simulated.status, 200);
    assert.deepEqual(
      ['evidence_id', 'escalation_id', 'approval_id'].filter((field) => field in simulated.body),
      [],
    );
    const decided = await evaluate(app, 'a', body);
    for (const field of ['verdict', 'action', 'explanation', 'remedies']) {
      assert.deepEqual(simulated.body[field], decided.body[field]);
    }
    assert.equal(simulated.body.evaluations.length, 8);
  }
  const after = await ask(app, 'a', '/api/v1/evidence/verify');
  assert.equal(after.body.total_artifacts, before.body.total_artifacts + bodies.length);
  const refused = await ask(app, 'a', url, { body: { contxt: {} } });
  assert.equal(refused.status, 422);
  assert.equal(refused.body.detail.length, 2);
});
