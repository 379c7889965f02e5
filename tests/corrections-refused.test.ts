/** A correction that is refused changes nothing: past a law, after the approval expired, or by the one who asked. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { APPROVALS, decide, escalated, serviceWithClock } from './support/approvals/approvals.ts';
import { refund, to } from './support/approvals/refunds.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { requireTrue } from './support/governance/holds.ts';
import { inForce, rule } from './support/governance/policies.ts';
import { ask, askOk, evaluate, type Surface } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenantOnEachDatabase } from './support/people/tenants.ts';

/** The approval, and the records of the chain. */
async function stateOf(app: FastifyInstance, id: string) {
  const shown = await askOk(app, 'b', `${APPROVALS.b}/${id}`);
  const { items } = await askOk(app, 'a', '/api/v1/evidence/search', { body: { limit: 100 } });
  return { shown, records: items.map((record: { id: string }) => record.id) };
}

testAsTenantOnEachDatabase('a-correction-that-a-law-blocks-is-not-recorded', async ({ app }) => {
  await inForce(app, 'small', [rule('action == "refund.create" && context.arguments.amount > 100', 'block')]);
  const id = await escalated(app, refund(90));
  const before = await stateOf(app, id);
  assert.deepEqual([before.shown.status, before.shown.corrected], ['pending', null]);
  for (const surface of ['a', 'b'] as Surface[]) {
    const { status, body } = await decide(app, 'approve', id, { surface, body: to(101) });
    assert.deepEqual([status, body.code], [409, 'correction_blocked'], JSON.stringify(body));
    assert.match(body.detail, /the rule small\/only blocks it/, 'it names what fails');
    const tried = await ask(app, surface, `${APPROVALS[surface]}/${id}/correction`, { body: to(101) });
    assert.deepEqual([tried.status, tried.body.verdict.toLowerCase()], [200, 'block']);
  }
  assert.deepEqual(await stateOf(app, id), before);
  assert.equal((await evaluate(app, 'b', refund(101, id))).body.verdict, 'BLOCK');
  assert.equal((await decide(app, 'approve', id, { body: to(100) })).body.status, 'approved');
  assert.equal((await evaluate(app, 'b', refund(100, id))).body.verdict, 'PROCEED');
  await requireTrue(app);
});

testOnEachDatabase('a-correction-after-expiry-is-refused', async (location, t) => {
  const { app, move } = await serviceWithClock(t, location);
  const id = await escalated(app, refund(90));
  const before = await stateOf(app, id);
  move(366 * 86_400_000);
  const late = await decide(app, 'approve', id, { body: to(80) });
  const expired = { detail: 'The approval is expired.', code: 'approval_not_pending' };
  assert.deepEqual([late.status, late.body], [409, expired]);
  const tried = await ask(app, 'b', `${APPROVALS.b}/${id}/correction`, { body: to(80) });
  assert.deepEqual([tried.status, tried.body], [409, expired]);
  const { shown, records } = await stateOf(app, id);
  assert.deepEqual([shown.status, shown.corrected, shown.decisions], ['expired', null, []]);
  const since = records.filter((each: string) => !before.records.includes(each));
  assert.equal(since.length, 1);
  const expiry = await askOk(app, 'a', `/api/v1/evidence/${since[0]}`);
  assert.deepEqual([expiry.actor, expiry.payload.resolution], ['expiry', 'expired']);
  assert.equal((await evaluate(app, 'b', refund(80, id))).body.verdict, 'BLOCK');
  await requireTrue(app);
});

testOnEachDatabase('who-asks-does-not-correct-under-separation-of-duties', async (location, t) => {
  const { app, service } = await serviceWithClock(t, location, { separationOfDuties: true });
  const { secret: other } = await keyHolder(service, 'default');
  const id = await escalated(app, { ...refund(90), user_id: 'dana' });
  const before = await stateOf(app, id);
  const detail = 'Separation of duties: the party that asked for this action may not decide on it.';
  for (const call of [{ body: to(80) }, { key: other, body: { ...to(80), decided_by: 'dana' } }]) {
    const { status, body } = await decide(app, 'approve', id, call);
    assert.deepEqual([status, body], [403, { detail }]);
  }
  assert.deepEqual(await stateOf(app, id), before);
  const corrected = await decide(app, 'approve', id, { key: other, body: to(80) });
  assert.deepEqual([corrected.body.status, corrected.body.corrected.arguments.amount], ['approved', 80]);
  const used = await evaluate(app, 'b', { ...refund(80, id), user_id: 'dana' });
  assert.equal(used.body.verdict, 'PROCEED');
  await requireTrue(app);
});
