/**
 * Decides an approval by the required number of parties, each counted once, and never by the requester if settings
 * exclude them.
 */
import assert from 'node:assert/strict';
import { inviteMember, joinTenant } from '@assize/service/members/joining/index.ts';
import { findTenant } from '@assize/service/tenants/index.ts';
import {
  brief,
  decide,
  escalated,
  GRAVE,
  type MovedService,
  serviceWithClock,
  withApproval,
} from './support/approvals/approvals.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { ask, assertTrue, evaluate } from './support/http/in-process.ts';
import { headersWith, newSession, type SignedIn, signedIn } from './support/people/members.ts';
import { keyHolder } from './support/people/other-tenant.ts';

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
  await assertTrue(app);
});

testOnOneDatabase('no-party-decides-on-its-own-request', async (location, t) => {
  const { app, service } = await serviceWithClock(t, location, { separationOfDuties: true });
  const { secret: other } = await keyHolder(service, 'default');
  const id = await escalated(app, { ...GRAVE, user_id: 'dana' });
  const detail = 'Separation of duties: the party that asked for this action may not decide on it.';
  for (const verb of ['approve', 'reject'] as const) {
    assert.deepEqual(await brief(decide(app, verb, id)), { status: 403, body: { detail } });
    const named = decide(app, verb, id, { key: other, body: { decided_by: 'dana' } });
    assert.deepEqual(await brief(named), { status: 403, body: { detail } });
  }
  const decided = await decide(app, 'approve', id, { key: other, body: { decided_by: 'erik' } });
  assert.equal(decided.body.status, 'approved');
});

/** Makes two keys for one person: one directly, and one with that first key. */
async function keysOf({ app }: MovedService, { headers }: SignedIn): Promise<[string, string]> {
  const body = { name: 'k', environment: 'production' };
  const own = await ask(app, 'a', '/api/v1/api-keys', { key: null, headers: { ...headers }, body });
  const child = await ask(app, 'a', '/api/v1/api-keys', { key: own.body.key, body });
  assert.deepEqual([own.status, child.status], [201, 201]);
  return [own.body.key, child.body.key];
}

testOnEachDatabase('a-person-is-one-party-with-all-their-keys', async (location, t) => {
  const settings = { separationOfDuties: true, required: { high: 2 } };
  const moved = await serviceWithClock(t, location, settings);
  const { app, service } = moved;
  const dana = await signedIn(service, 'default', 'owner', 'dana');
  const erik = await signedIn(service, 'default', 'approver', 'erik');
  const again = headersWith(service, await newSession(service, dana.userId));
  const [own, child] = await keysOf(moved, dana);
  const detail = 'Separation of duties: the party that asked for this action may not decide on it.';
  const bySession = { surface: 'a', key: null } as const;
  const ways = [{ key: own }, { key: child }, { ...bySession, headers: { ...again } }];

  const asked = await escalated(app, GRAVE, { key: child });
  for (const way of ways) {
    for (const verb of ['approve', 'reject'] as const) {
      assert.deepEqual(await brief(decide(app, verb, asked, way)), { status: 403, body: { detail } });
    }
  }
  // A second person is needed for another caller's request, and these keys are one person.
  const other = await escalated(app);
  for (const way of ways) {
    const { status, body } = await decide(app, 'approve', other, way);
    assert.deepEqual([status, body.status, body.decisions.length], [200, 'pending', 1]);
  }
  assert.equal((await decide(app, 'reject', other, { key: child })).status, 409);
  const second = await decide(app, 'approve', other, { ...bySession, headers: { ...erik.headers } });
  assert.deepEqual([second.body.status, second.body.decisions.length], ['approved', 2]);

  const at = { key: own, body: { decided_by: 'someone else' } };
  const contested = await escalated(app);
  const both = await Promise.all([
    decide(app, 'approve', contested, at),
    decide(app, 'approve', contested, { key: child }),
  ]);
  for (const { status, body } of both) {
    assert.deepEqual([status, body.status, body.decisions.length], [200, 'pending', 1]);
  }
  const { body: truth } = await ask(app, 'a', '/api/v1/evidence/truth-verification');
  assert.deepEqual(truth.gaps, []);
});

testOnOneDatabase('who-comes-back-is-the-person-they-were', async (location, t) => {
  const moved = await serviceWithClock(t, location, { separationOfDuties: true });
  const { app, service } = moved;
  const owner = await signedIn(service, 'default', 'owner');
  const dana = await signedIn(service, 'default', 'admin', 'dana');
  const [own] = await keysOf(moved, dana);
  const asked = await escalated(app, GRAVE, { key: own });
  const url = `/api/v1/members/${dana.memberId}`;
  assert.equal((await app.inject({ method: 'DELETE', url, headers: owner.headers })).statusCode, 200);
  const tenant = await findTenant(service.db, 'default');
  const offer = { email: dana.email, role: 'approver', sandboxRole: null } as const;
  const { token } = await inviteMember(service, tenant, null, offer);
  await joinTenant(service, token, dana);
  const headers = { ...headersWith(service, await newSession(service, dana.userId)) };
  assert.equal((await decide(app, 'approve', asked, { surface: 'a', key: null, headers })).status, 403);
});

testOnOneDatabase('no-one-decides-for-the-name-that-asked', async (location, t) => {
  const { app, service } = await serviceWithClock(t, location, { separationOfDuties: true });
  const dana = await signedIn(service, 'default', 'approver', 'Dana');
  const { secret: key } = await keyHolder(service, 'default');
  const bySession = { surface: 'a', key: null, headers: { ...dana.headers } } as const;
  const spellings = ['dana', ' DANA ', 'da\u200bna', 'Dаnа', 'ｄａｎａ'];
  for (const user_id of [...spellings, dana.email, dana.email.toUpperCase(), dana.memberId]) {
    const id = await escalated(app, { ...GRAVE, user_id });
    assert.equal((await decide(app, 'approve', id, bySession)).status, 403, user_id);
  }
  const id = await escalated(app, { ...GRAVE, user_id: 'Dana' });
  for (const decided_by of spellings) {
    assert.equal((await decide(app, 'approve', id, { key, body: { decided_by } })).status, 403, decided_by);
  }
});

testOnOneDatabase('an-approval-by-who-asked-is-marked', async (location, t) => {
  const { app, service } = await serviceWithClock(t, location);
  const { secret: other } = await keyHolder(service, 'default');
  const marks = async (key?: string) => {
    const id = await escalated(app);
    const { body } = await decide(app, 'approve', id, { key, body: { decided_by: 'Olga Owner' } });
    const record = await ask(app, 'a', `/api/v1/evidence/${body.resolution_evidence_id}`);
    const [decision] = record.body.payload.decisions;
    const [{ by_requester, said_by_key }] = body.decisions;
    return { by_requester, said_by_key, recorded: decision.by_requester };
  };
  const mine = await marks();
  assert.deepEqual([mine.by_requester, mine.recorded], [true, true]);
  assert.match(mine.said_by_key, /^key_[0-9a-f]{24}$/);
  const another = await marks(other);
  assert.deepEqual([another.by_requester, another.recorded], [false, undefined]);
  const { body: truth } = await ask(app, 'a', '/api/v1/evidence/truth-verification');
  assert.deepEqual(truth.gaps, []);
});
