/** Approving with corrected arguments: the approval is for the corrected request, and the record names each change. */
import assert from 'node:assert/strict';
import { APPROVALS, decide, escalated, GRAVE, serviceWithClock } from './support/approvals/approvals.ts';
import { refund, to } from './support/approvals/refunds.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { erase } from './support/evidence/erasures.ts';
import { redactWhole } from './support/evidence/removals.ts';
import { requireTrue } from './support/governance/holds.ts';
import { ask, assertTrue, evaluate, SURFACES, type Surface } from './support/http/in-process.ts';
import { agentKey } from './support/people/agent-keys.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenantOnEachDatabase } from './support/people/tenants.ts';

testAsTenantOnEachDatabase('an-approval-is-for-the-corrected-arguments', async ({ app }) => {
  for (const surface of Object.keys(SURFACES) as Surface[]) {
    const { approval_id: id } = (await evaluate(app, surface, refund(90))).body;
    const url = `${APPROVALS[surface]}/${id}`;
    const body = { arguments: { order: 'o-1', amount: 80 } };
    const tried = await ask(app, surface, `${url}/correction`, { body });
    assert.equal(tried.status, 200, JSON.stringify(tried.body));
    assert.deepEqual(tried.body.changed, [{ path: '/amount', before: 90, after: 80 }]);
    const approved = await decide(app, 'approve', id, { surface, body });
    assert.equal(approved.status, 200, JSON.stringify(approved.body));
    const { corrected } = approved.body;
    assert.deepEqual(corrected.arguments, { order: 'o-1', amount: 80 });
    assert.deepEqual(corrected.changed, [{ path: '/amount', before: 90, after: 80 }]);
    const asAsked = await evaluate(app, surface, refund(90, id));
    assert.equal(asAsked.body.verdict.toLowerCase(), 'block');
    assert.match(JSON.stringify(asAsked.body), /the approval is for corrected arguments/);
    const used = await evaluate(app, surface, refund(80, id));
    assert.equal(used.body.verdict.toLowerCase(), 'proceed', JSON.stringify(used.body));
  }
  await assertTrue(app);
});

testOnEachDatabase('the-second-approves-what-the-first-corrected', async (location, t) => {
  const { app, service } = await serviceWithClock(t, location, { required: { high: 2 } });
  const [one, two] = [
    (await keyHolder(service, 'default')).secret,
    (await keyHolder(service, 'default')).secret,
  ];
  const id = await escalated(app, refund(90));
  const agent = await agentKey(app, 'agent-7');
  for (const verb of ['approve', 'correction'])
    assert.equal(
      (await ask(app, 'b', `${APPROVALS.b}/${id}/${verb}`, { key: agent, body: to(80) })).status,
      403,
    );
  const first = await decide(app, 'approve', id, { key: one, body: to(80) });
  assert.deepEqual([first.body.status, first.body.corrected.arguments.amount], ['pending', 80]);
  const detailOf = async (amount: number) => {
    const { status, body } = await decide(app, 'approve', id, { key: two, body: to(amount) });
    assert.equal(status, 409, String(amount));
    return body.detail;
  };
  for (const amount of [90, 70]) assert.match(await detailOf(amount), /has corrected the arguments/);
  assert.equal((await decide(app, 'approve', id, { key: two, body: to(80) })).body.status, 'approved');
  assert.equal((await evaluate(app, 'b', refund(80, id))).body.verdict, 'PROCEED');
  const plain = await escalated(app, refund(95));
  await decide(app, 'approve', plain, { key: one });
  const behind = await decide(app, 'approve', plain, { key: two, body: to(80) });
  assert.match(behind.body.detail, /approved this action as it was asked/);
  await assertTrue(app);
});

testAsTenantOnEachDatabase('a-correction-is-refused-once-it-comes-too-late', async ({ app, sandboxKey }) => {
  const id = await escalated(app, refund(90));
  const foreign = await decide(app, 'approve', id, { body: to(80), key: sandboxKey });
  assert.equal(foreign.status, 404);
  const forTask = await decide(app, 'approve', id, { body: { ...to(80), for: 'task' } });
  assert.equal(forTask.status, 400);
  const both = await Promise.all([
    decide(app, 'approve', id, { body: to(80) }),
    decide(app, 'reject', id, { body: {} }),
  ]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
  const late = await decide(app, 'approve', id, { body: to(70) });
  assert.equal(late.status, 409);
  const plain = await escalated(app, refund(96));
  assert.equal((await decide(app, 'approve', plain)).status, 200);
  assert.equal((await decide(app, 'approve', plain, { body: to(80) })).status, 409, 'it is for 96');
  const other = await escalated(app, refund(91));
  assert.equal((await decide(app, 'approve', other, { body: to(80) })).status, 200);
  const used = await evaluate(app, 'b', refund(80, other));
  assert.equal(used.body.verdict, 'PROCEED', JSON.stringify(used.body));
  assert.equal((await decide(app, 'approve', other, { body: to(70) })).status, 409);
  assert.equal((await evaluate(app, 'b', refund(80, other))).body.verdict, 'BLOCK');
  await requireTrue(app);
});

testAsTenantOnEachDatabase('a-correction-says-byte-for-byte-what-it-changed', async ({ app }) => {
  const id = await escalated(app, refund(90));
  const odd = '\u202egnp.exe\u200b';
  const approved = await decide(app, 'approve', id, { body: to(80, odd) });
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  const changed = [
    { path: '/amount', before: 90, after: 80 },
    { path: '/order', before: 'o-1', after: odd },
  ];
  assert.deepEqual(approved.body.corrected.changed, changed);
  const { body: record } = await ask(app, 'a', `/api/v1/evidence/${approved.body.corrected.evidence_id}`);
  assert.deepEqual(record.payload.change.changed, changed);
  const large = await decide(app, 'approve', await escalated(app, refund(92)), {
    body: to(80, 'x'.repeat(1024 * 1024)),
  });
  assert.equal(large.status, 413);
  const none = await escalated(app, GRAVE);
  assert.equal((await decide(app, 'approve', none, { body: to(80) })).status, 400, 'no arguments');
  await requireTrue(app);
});

testAsTenantOnEachDatabase(
  'a-correction-leaves-no-text-once-it-is-removed',
  async ({ app, service, chain }) => {
    const marie = 'marie@example.com';
    const id = await escalated(app, refund(90));
    const approved = await decide(app, 'approve', id, { body: to(80, marie) });
    await redactWhole(app, approved.body.corrected.evidence_id);
    const { body: left } = await ask(app, 'b', `${APPROVALS.b}/${id}`);
    assert.deepEqual([left.binding, left.corrected.arguments, left.corrected.changed], [null, null, null]);
    const blocked = await evaluate(app, 'b', { ...refund(80, id), agent_id: 'agent-7' });
    assert.equal(blocked.body.verdict, 'BLOCK', 'what was corrected is no longer known');
    const other = await escalated(app, refund(93));
    const corrected = await decide(app, 'approve', other, { body: to(81, marie) });
    const { body: begun } = await erase(app, marie);
    assert.equal(begun.records, 1, JSON.stringify(begun));
    await requireTrue(app);
    const rows = await service.db.selectFrom('approvals').selectAll().where('chain', '=', chain).execute();
    assert.equal(rows.length, 2);
    assert.ok(corrected.body.corrected.evidence_id);
  },
);

testAsTenantOnEachDatabase(
  'verification-notices-a-correction-that-was-tampered-with',
  async ({ app, service, chain }) => {
    const id = await escalated(app, refund(90));
    const { body } = await decide(app, 'approve', id, { body: to(80) });
    const other = await escalated(app, refund(94));
    await requireTrue(app);
    const row = await service.db
      .selectFrom('approvals')
      .select(['binding', 'corrected_evidence_id'])
      .where('approval_id', '=', id)
      .executeTakeFirstOrThrow();
    const asked = await service.db
      .selectFrom('approvals')
      .select(['binding', 'corrected_evidence_id'])
      .where('approval_id', '=', other)
      .executeTakeFirstOrThrow();
    assert.equal(row.corrected_evidence_id, body.corrected.evidence_id);
    for (const [name, of, set] of [
      ['another binding', id, { binding: asked.binding }],
      ['no correction', id, { corrected_evidence_id: null }],
      ['a correction of another', other, { corrected_evidence_id: row.corrected_evidence_id }],
      ['a record that is not a correction', id, { corrected_evidence_id: body.evidence_id }],
    ] as const) {
      const write = (values: object) =>
        service.db
          .updateTable('approvals')
          .set(values)
          .where('chain', '=', chain)
          .where('approval_id', '=', of)
          .execute();
      await write(set);
      const { body: found } = await ask(app, 'a', '/api/v1/evidence/truth-verification');
      assert.ok(found.consistency_score < 1, name);
      await write(of === id ? row : asked);
    }
    await requireTrue(app);
  },
);
