/**
 * Who decides an approval: the required number of parties, each once, and never the requester where settings rule that
 * out.
 */
import assert from 'node:assert/strict';
import { brief, decide, escalated, GRAVE, serviceWithClock, withApproval } from './support/approvals.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases.ts';
import { ask, evaluate } from './support/in-process.ts';
import { keyHolder } from './support/other-tenant.ts';

testOnEachDatabase('waits-for-the-required-parties-and-counts-each-once', async (location, t) => {
  const { app, service } = await serviceWithClock(t, location, { required: { high: 2 } });
  const keys = await Promise.all(['a', 'b', 'c'].map(() => keyHolder(service, 'default')));
  const [one, two, three] = keys.map(({ secret }) => secret);
  const id = await escalated(app);
  const first = await decide(app, 'approve', id, { key: one, body: { decided_by: 'dana' } });
  assert.deepEqual(
    { status: first.body.status, required_approvals: first.body.required_approvals },
    { status: 'pending', required_approvals: 2 },
  );
  const again = await decide(app, 'approve', id, { key: one, body: { decided_by: 'another person' } });
  assert.deepEqual({ status: again.status, body: again.body }, { status: 200, body: first.body });
  const changed = await decide(app, 'reject', id, { key: one });
  assert.deepEqual(
    { status: changed.status, detail: changed.body.detail },
    { status: 409, detail: 'The approval is pending, and this key has already approved it.' },
  );
  assert.equal((await evaluate(app, 'b', withApproval(id))).body.verdict, 'ESCALATE');
  const second = await decide(app, 'approve', id, { key: two });
  assert.deepEqual(
    { status: second.body.status, decisionsCount: second.body.decisions.length },
    { status: 'approved', decisionsCount: 2 },
  );
  assert.equal((await decide(app, 'approve', id, { key: three })).status, 409);
  assert.equal((await evaluate(app, 'b', withApproval(id))).body.verdict, 'PROCEED');

  const other = await escalated(app);
  await decide(app, 'approve', other, { key: one });
  assert.equal((await decide(app, 'reject', other, { key: two })).body.status, 'rejected');
  const { body: truth } = await ask(app, 'a', '/api/v1/evidence/truth-verification');
  assert.deepEqual(
    { overall_valid: truth.overall_valid, gaps: truth.gaps },
    { overall_valid: true, gaps: [] },
  );
});

testOnOneDatabase('no-party-decides-on-its-own-request', async (location, t) => {
  const { app, service } = await serviceWithClock(t, location, { separationOfDuties: true });
  const { secret: other } = await keyHolder(service, 'default');
  const id = await escalated(app, { ...GRAVE, user_id: 'dana' });
  const detail = 'Separation of duties: who asked for this action may not decide on it.';
  for (const verb of ['approve', 'reject'] as const) {
    assert.deepEqual(await brief(decide(app, verb, id)), { status: 403, body: { detail } });
    const named = decide(app, verb, id, { key: other, body: { decided_by: 'dana' } });
    assert.deepEqual(await brief(named), { status: 403, body: { detail } });
  }
  const decided = await decide(app, 'approve', id, { key: other, body: { decided_by: 'erik' } });
  assert.equal(decided.body.status, 'approved');
});
