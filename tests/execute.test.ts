/** `execute` records the execution in the same commit as its verdict; the outcome is reported once, later. */
import assert from 'node:assert/strict';
import { usedIn } from '@assize/service/usage/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import type { FastifyInstance } from 'fastify';
import { type Answer, ask, assertTrue } from './support/http/in-process.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const FREE = { tier: 'free' } as const;
const EXECUTE = '/api/v1/core/governance/execute';
const PLAIN = { action: 'email.send', context: {}, agent_id: 'agent-7', user_id: 'someone' };
const HIGH = { ...PLAIN, context: { risk_level: 'high' } };
const BARRED = { ...PLAIN, context: { risk_level: 'critical', is_irreversible: true } };

function execute(app: FastifyInstance, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return ask(app, 'a', EXECUTE, { body, headers });
}

function artifact(app: FastifyInstance, id: string): Promise<Answer> {
  return ask(app, 'a', `/api/v1/evidence/${id}`);
}

function report(app: FastifyInstance, evaluation_id: string): Promise<Answer> {
  const { action, context } = PLAIN;
  const executed_at = '2026-01-01T00:00:00Z';
  return ask(app, 'b', '/v1/evidence', {
    body: { action, context, outcome: 'success', executed_at, evaluation_id },
  });
}

async function usedBy(service: Service, chain: number) {
  const now = new Date(service.clock.now());
  return usedIn(service.db, chain, now.getUTCFullYear() * 12 + now.getUTCMonth());
}

testAsTenantOnEachDatabase('records-a-proceeding-action-as-executed', async ({ app }) => {
  const { status, body } = await execute(app, PLAIN);
  assert.deepEqual(
    { status, verdict: body.verdict, executed: body.executed },
    { status: 200, verdict: 'proceed', executed: true },
  );
  const evaluation = (await artifact(app, body.evidence_id)).body;
  const execution = (await artifact(app, body.execution_evidence_id)).body;
  assert.deepEqual(
    {
      artifact_type: execution.artifact_type,
      verdict: execution.verdict,
      actor: execution.actor,
      index: execution.index,
      previous_hash: execution.previous_hash,
    },
    {
      artifact_type: 'action_executed',
      verdict: 'proceed',
      actor: 'agent-7',
      index: evaluation.index + 1,
      previous_hash: evaluation.hash,
    },
  );
  const { key_id: keyId, ...rest } = execution.payload;
  assert.equal(keyId, evaluation.payload.key_id);
  assert.deepEqual(rest, {
    action: 'email.send',
    agent_id: 'agent-7',
    user_id: 'someone',
    by: 'execute',
    evaluation_id: body.evidence_id,
  });
  assert.equal((await report(app, body.evidence_id)).status, 201);
  assert.equal((await report(app, body.evidence_id)).status, 409);
  await assertTrue(app);
});

testAsTenant('executes-nothing-that-waits-or-is-blocked', async ({ app }) => {
  for (const [asked, verdict] of [
    [HIGH, 'escalate'],
    [BARRED, 'block'],
  ] as const) {
    const { status, body } = await execute(app, asked);
    assert.deepEqual(
      { status, verdict: body.verdict, executed: body.executed },
      { status: 200, verdict, executed: false },
    );
    assert.equal('execution_evidence_id' in body, false);
    assert.equal('approval_id' in body, verdict === 'escalate');
  }
  const { body } = await ask(app, 'a', '/api/v1/evidence/latest');
  assert.deepEqual(Object.keys(body.items), ['governance_eval']);
  assert.equal((await execute(app, { ...PLAIN, action: '' })).status, 422);
});

testAsTenant('executes-once-under-an-idempotency-key', async ({ app, service, chain }) => {
  for (const [asked, key] of [
    [PLAIN, 'one'],
    [HIGH, 'two'],
  ] as const) {
    const headers = { 'idempotency-key': key };
    const answers = await Promise.all(Array.from({ length: 10 }, () => execute(app, asked, headers)));
    const [first] = answers;
    for (const { status, body } of answers)
      assert.deepEqual({ status, body }, { status: 200, body: first?.body });
    const repeated = answers.filter((answer) => answer.headers['idempotency-replayed'] === 'true');
    assert.equal(repeated.length, 9);
    const evaluated = await ask(app, 'a', '/api/v1/core/governance/evaluate', { body: asked, headers });
    assert.equal(evaluated.body.detail[0].type, 'idempotency_key_reuse');
  }
  const { core_api_calls, governance_evaluations, evidence_emissions } = await usedBy(service, chain);
  assert.deepEqual(
    { core_api_calls, governance_evaluations, evidence_emissions },
    { core_api_calls: 2, governance_evaluations: 2, evidence_emissions: 3 },
  );
  await assertTrue(app);
});

testAsTenant(
  'costs-one-call-and-stops-where-none-is-left',
  FREE,
  async ({ app, service, chain, sandboxKey }) => {
    const once = { 'idempotency-key': 'once' };
    const first = await execute(app, PLAIN, once);
    const answers = await Promise.all(Array.from({ length: 120 }, () => execute(app, PLAIN)));
    assert.equal(answers.filter(({ status, body }) => status === 200 && body.executed).length, 99);
    const over = answers.filter(({ status }) => status === 429);
    assert.equal(over.length, 21);
    const { headers, body } = await execute(app, BARRED);
    assert.deepEqual(
      {
        xUsageType: headers['x-usage-type'],
        xUsageLimit: headers['x-usage-limit'],
        xUsageCurrent: headers['x-usage-current'],
        body,
      },
      {
        xUsageType: 'core_api_call',
        xUsageLimit: '100',
        xUsageCurrent: '100',
        body: { detail: 'The monthly allowance of 100 core API calls is used up.' },
      },
    );
    assert.deepEqual((await execute(app, PLAIN, once)).body, first.body);
    const sandboxed = await ask(app, 'a', EXECUTE, { body: PLAIN, key: sandboxKey });
    assert.deepEqual(
      { status: sandboxed.status, executed: sandboxed.body.executed },
      { status: 200, executed: true },
    );
    const { core_api_calls, governance_evaluations, evidence_emissions } = await usedBy(service, chain);
    assert.deepEqual(
      { core_api_calls, governance_evaluations, evidence_emissions },
      { core_api_calls: 100, governance_evaluations: 100, evidence_emissions: 200 },
    );
    await assertTrue(app);
  },
);

testAsTenant('executes-only-what-it-can-record', FREE, async ({ app, service, chain }) => {
  await execute(app, PLAIN);
  await service.db
    .updateTable('usage_counters')
    .set({ emissions: 4999 })
    .where('chain', '=', chain)
    .execute();
  const { status, headers } = await execute(app, PLAIN);
  assert.deepEqual(
    { status, xUsageType: headers['x-usage-type'] },
    { status: 429, xUsageType: 'evidence_emission' },
  );
  const { core_api_calls, governance_evaluations, evidence_emissions } = await usedBy(service, chain);
  assert.deepEqual(
    { core_api_calls, governance_evaluations, evidence_emissions },
    { core_api_calls: 1, governance_evaluations: 1, evidence_emissions: 4999 },
  );
});
