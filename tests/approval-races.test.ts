/** Many callers decide and use approvals at once: one decision wins, one use wins, and the others get a refusal. */
import assert from 'node:assert/strict';
import { createKey } from '@assize/service/keys/index.ts';
import { ensureTenant } from '@assize/service/tenants/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import {
  APPROVALS,
  decide,
  escalated,
  GRAVE,
  serviceWithClock,
  statusOf,
  withApproval,
} from './support/approvals/approvals.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { chainOfKey } from './support/governance/governance.ts';
import { type Answer, ask, assertTrue, evaluate, PRODUCTION_KEY } from './support/http/in-process.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const AT_ONCE = 100;

testAsTenantOnEachDatabase('takes-one-of-a-hundred-decisions', async ({ app, service, name, key }) => {
  const keys = await keysOf(service, AT_ONCE, name);
  const id = await escalated(app);
  const answers = await Promise.all(
    keys.map((key, place) => decide(app, place % 2 === 0 ? 'approve' : 'reject', id, { key })),
  );
  const won = answers.filter(({ status }) => status === 200);
  assert.equal(won.length, 1);
  const state = won[0]?.body.status;
  for (const { status, body } of answers) {
    if (status !== 200)
      assert.deepEqual(
        { status, body },
        { status: 409, body: { detail: `The approval is ${state}.`, code: 'approval_not_pending' } },
      );
  }
  assert.equal(await resolutionsIn(service, key), 1);
  await assertTrue(app);
});

testAsTenantOnEachDatabase('takes-the-same-decision-of-the-same-key-once', async ({ app, service, key }) => {
  const id = await escalated(app);
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => decide(app, 'approve', id)));
  for (const { status, body } of answers)
    assert.deepEqual({ status, body }, { status: 200, body: answers[0]?.body });
  assert.equal(await resolutionsIn(service, key), 1);
});

testOnEachDatabase('counts-each-of-many-approvals-that-come-at-once', async (location, t) => {
  const { app, service } = await serviceWithClock(t, location, { required: { high: 5 } });
  const keys = await keysOf(service, 12);
  const id = await escalated(app);
  const answers = await Promise.all(keys.map((key) => decide(app, 'approve', id, { key })));
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [...Array(5).fill(200), ...Array(7).fill(409)]);
  const { body } = await ask(app, 'b', `${APPROVALS.b}/${id}`);
  assert.deepEqual(
    { status: body.status, decisionsCount: body.decisions.length },
    { status: 'approved', decisionsCount: 5 },
  );
  assert.equal(await resolutionsIn(service), 1);
  await assertTrue(app);
});

testAsTenantOnEachDatabase('lets-one-of-a-hundred-uses-proceed', async ({ app }) => {
  const id = await escalated(app);
  await decide(app, 'approve', id);
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, () => evaluate(app, 'b', withApproval(id))),
  );
  assert.equal(count(answers, 'PROCEED'), 1);
  assert.equal(count(answers, 'BLOCK'), AT_ONCE - 1);
  for (const { body } of answers) {
    if (body.verdict === 'BLOCK') assert.match(body.block_reason, /the approval is consumed/);
  }
  assert.equal(await statusOf(app, id), 'consumed');
  await assertTrue(app);
});

testAsTenant('lets-one-item-of-a-batch-proceed', async ({ app }) => {
  const id = await escalated(app);
  await decide(app, 'approve', id);
  const evaluations = Array.from({ length: 10 }, () => withApproval(id));
  const { body } = await ask(app, 'b', '/v1/governance/evaluate/batch', { body: { evaluations } });
  const verdicts = body.results.map(({ verdict }: { verdict: string }) => verdict).sort();
  assert.deepEqual(verdicts, [...Array(9).fill('BLOCK'), 'PROCEED']);
});

testAsTenant('replays-the-use-of-an-approval-without-using-it-again', async ({ app }) => {
  const id = await escalated(app);
  await decide(app, 'approve', id);
  const keyed = { ...withApproval(id), idempotency_key: 'k' };
  const answers = await Promise.all(Array.from({ length: 20 }, () => evaluate(app, 'b', keyed)));
  assert.equal(new Set(answers.map(({ body }) => body.evidence_id)).size, 1);
  assert.equal(count(answers, 'PROCEED'), 20);
  const later = await evaluate(app, 'b', keyed);
  assert.deepEqual(
    { body: later.body, idempotencyReplayed: later.headers['idempotency-replayed'] },
    { body: answers[0]?.body, idempotencyReplayed: 'true' },
  );
  const escalation = { ...GRAVE, idempotency_key: 'e' };
  const [first, second] = [await evaluate(app, 'a', escalation), await evaluate(app, 'a', escalation)];
  assert.equal(first.body.approval_id, second.body.approval_id);
  assert.equal((await ask(app, 'b', APPROVALS.b)).body.total, 1);
});

testAsTenantOnEachDatabase('neither-waits-for-nor-uses-an-approval-resolved-meanwhile', async ({ app }) => {
  for (const verb of ['approve', 'reject'] as const) {
    const id = await escalated(app);
    const uses = Array.from({ length: 20 }, () => evaluate(app, 'b', withApproval(id)));
    const [decided, ...answers] = await Promise.all([decide(app, verb, id), ...uses]);
    assert.equal(decided.status, 200);
    assert.ok(count(answers, 'PROCEED') <= (verb === 'approve' ? 1 : 0));
    for (const { body } of answers) if (body.verdict === 'ESCALATE') assert.equal(body.approval_id, id);
  }
  await assertTrue(app);
});

async function keysOf(service: Service, count: number, name = 'default'): Promise<string[]> {
  const tenant = await ensureTenant(service, name, 'free');
  const made = await Promise.all(
    Array.from({ length: count }, () =>
      createKey(service, tenant, null, { name: 'k', environment: 'production' }),
    ),
  );
  return made.map((key) => key?.secret ?? assert.fail('the key was not stored'));
}

function count(answers: readonly Answer[], verdict: string): number {
  return answers.filter(({ body }) => body.verdict === verdict).length;
}

async function resolutionsIn(service: Service, key = PRODUCTION_KEY): Promise<number> {
  const found = await service.db
    .selectFrom('artifacts')
    .select('id')
    .where('chain', '=', await chainOfKey(service, key))
    .where('artifact_type', 'in', ['action_approved', 'action_rejected'])
    .execute();
  return found.length;
}
