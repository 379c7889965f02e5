/** Routes ask the people of groups, and their stand-ins while they are away. Each person counts once, and never for themselves. */
import assert from 'node:assert/strict';
import { askedOf, findApproval } from '@assize/service/approvals/index.ts';
import { membersAsked } from '@assize/service/members/groups/index.ts';
import { chainOf, findTenant } from '@assize/service/tenants/index.ts';
import type { FastifyInstance } from 'fastify';
import { decide, escalated, GRAVE, serviceWithClock, withApproval } from './support/approvals/approvals.ts';
import { grave, shown, twoGroups } from './support/approvals/routes.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { assertTrue, evaluate } from './support/http/in-process.ts';
import { askAs, decideAs, GROUPS, newGroup, setRoutes, standInFor } from './support/people/groups.ts';
import { type SignedIn, signedIn } from './support/people/members.ts';

const LIST = '/api/v1/approvals';

async function askedOfMe(app: FastifyInstance, who: SignedIn): Promise<string[]> {
  const { status, body } = await askAs(app, who, `${LIST}?asked=me`);
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.total, body.items.length);
  return body.items.map(({ approval_id }: { approval_id: string }) => approval_id);
}

testOnEachDatabase('two-groups-approve-with-a-stand-in-for-one-who-is-away', async (location, t) => {
  const moved = await serviceWithClock(t, location);
  const { app, ann, ben, cleo, dan, finance, legal } = await twoGroups(moved);
  await standInFor(app, cleo, 'me', dan);
  const id = await escalated(app);
  const record = await shown(app, ann, id);
  assert.equal(record.required_approvals, 2);
  assert.deepEqual(record.route, {
    name: 'Money',
    ask: [
      { group: finance, name: 'Finance', approvals: 1, given: 0 },
      { group: legal, name: 'Legal', approvals: 1, given: 0 },
    ],
    later: null,
    may_decide: true,
    why_not: null,
  });
  for (const who of [ann, ben, cleo, dan]) assert.deepEqual(await askedOfMe(app, who), [id]);
  const first = await decideAs(app, ann, 'approve', id);
  assert.deepEqual([first.status, first.body.status], [200, 'pending']);
  // Finance has approved: its others are no longer asked.
  assert.deepEqual(await askedOfMe(app, ben), []);
  const refused = await decideAs(app, ben, 'approve', id);
  assert.equal(refused.status, 409);
  assert.match(refused.body.detail, /Finance, Legal.*others are still asked/);
  const second = await decideAs(app, dan, 'approve', id);
  assert.deepEqual([second.status, second.body.status], [200, 'approved'], JSON.stringify(second.body));
  assert.deepEqual(
    second.body.decisions.map(({ capacity }: { capacity: object }) => capacity),
    [
      { groups: [finance], stands_for: [] },
      { groups: [], stands_for: [{ member_id: cleo.memberId, groups: [legal] }] },
    ],
  );
  assert.equal((await evaluate(app, 'b', withApproval(id))).body.verdict, 'PROCEED');
  await assertTrue(app);
});

testOnEachDatabase('only-those-who-are-asked-decide', async (location, t) => {
  const moved = await serviceWithClock(t, location);
  const { app, service, owner, ann, dan, finance } = await twoGroups(moved);
  const vic = await signedIn(service, 'default', 'viewer', 'Vic');
  const body = { name: 'Finance', members: [ann.memberId, vic.memberId], expected_revision: 1 };
  assert.equal((await askAs(app, owner, `${GROUPS}/${finance}`, { method: 'PUT', body })).status, 200);
  const id = await escalated(app);
  for (const verb of ['approve', 'reject'] as const) {
    const { status, body: told } = await decideAs(app, dan, verb, id);
    assert.equal(status, 403);
    assert.match(told.detail, /Finance, Legal. You are in none of them/);
    // The operator's key belongs to no member.
    const byKey = await decide(app, verb, id);
    assert.equal(byKey.status, 403);
    assert.match(byKey.body.detail, /No member who may decide is behind/);
    assert.equal((await decideAs(app, vic, verb, id)).status, 403);
  }
  assert.deepEqual(await askedOfMe(app, vic), []);
  assert.deepEqual(await askedOfMe(app, dan), []);
  assert.equal((await shown(app, vic, id)).route.may_decide, false);
  // An owner who is not asked may only reject.
  assert.equal((await decideAs(app, owner, 'approve', id)).status, 403);
  assert.equal((await decideAs(app, owner, 'reject', id)).body.status, 'rejected');
  await assertTrue(app);
});

testOnEachDatabase('a-member-in-both-groups-counts-for-one', async (location, t) => {
  const moved = await serviceWithClock(t, location);
  const { app, service, ann, ben, cleo, owner, legal, route } = await twoGroups(moved);
  const admin = await signedIn(service, 'default', 'admin', 'Ada');
  const both = await newGroup(app, owner, 'Both', [admin, ann]);
  await setRoutes(app, [
    {
      ...route,
      ask: [
        { group: both, approvals: 1 },
        { group: legal, approvals: 1 },
      ],
    },
  ]);
  const wanted = { name: 'Legal', members: [admin.memberId, cleo.memberId], expected_revision: 1 };
  await askAs(app, owner, `${GROUPS}/${legal}`, { method: 'PUT', body: wanted });
  const made = await askAs(app, admin, '/api/v1/api-keys', {
    body: { name: 'k', environment: 'production' },
  });
  const id = await escalated(app);
  const first = await decideAs(app, admin, 'approve', id);
  assert.deepEqual([first.status, first.body.status], [200, 'pending']);
  // Their key is the same person.
  assert.equal((await decide(app, 'approve', id, { key: made.body.key })).body.decisions.length, 1);
  assert.equal((await decideAs(app, ben, 'approve', id)).status, 403);
  // Whichever group is left can complete it: the first approval then counts for the other.
  const other = await escalated(app, grave(2));
  await decide(app, 'approve', other, { key: made.body.key });
  assert.equal((await decideAs(app, cleo, 'approve', other)).body.status, 'approved');
  assert.equal((await decideAs(app, ann, 'approve', id)).body.status, 'approved');
  await assertTrue(app);
});

testOnEachDatabase('no-one-decides-for-themselves-through-a-stand-in', async (location, t) => {
  const moved = await serviceWithClock(t, location);
  const { app, service, ann, ben, cleo, dan } = await twoGroups(moved);
  // Dan stands in for Ann, who asked; Cleo and Ben stand in for each other.
  await standInFor(app, ann, 'me', dan);
  await standInFor(app, cleo, 'me', ben);
  await standInFor(app, ben, 'me', cleo);
  const forAnn = { ...GRAVE, user_id: 'Ann' };
  const id = await escalated(app, forAnn);
  assert.deepEqual(await askedOfMe(app, dan), []);
  assert.equal((await decideAs(app, dan, 'approve', id)).status, 403);
  const { tenantId } = await findTenant(service.db, 'default');
  const approval = await findApproval(service.db, await chainOf(service.db, tenantId, 'production'), id);
  const told = await membersAsked(service.db, approval, askedOf(approval), service.clock.now());
  assert.deepEqual(told.map(({ name }) => name).sort(), ['Ben', 'Cleo']);
  assert.equal((await decideAs(app, ben, 'approve', id)).body.status, 'pending');
  const again = await decideAs(app, ben, 'approve', id);
  assert.equal(again.body.decisions.length, 1);
  assert.equal((await decideAs(app, cleo, 'approve', id)).body.status, 'approved');
  // The one who asked does not stand in for another either.
  const forDan = await escalated(app, { ...GRAVE, user_id: 'Dan' });
  assert.equal((await decideAs(app, dan, 'approve', forDan)).status, 403);
  // Nor does a stand-in use the right of someone who has used it.
  const third = await escalated(app);
  await decideAs(app, ann, 'approve', third);
  assert.equal((await decideAs(app, dan, 'approve', third)).status, 403);
  await assertTrue(app);
});

testOnEachDatabase(
  'those-who-have-left-and-stand-ins-whose-time-is-over-are-not-asked',
  async (location, t) => {
    const moved = await serviceWithClock(t, location);
    const { app, service, owner, ann, ben, cleo, dan } = await twoGroups(moved);
    await standInFor(app, cleo, 'me', dan, { hours: 2 });
    const removed = { method: 'DELETE' } as const;
    assert.equal((await askAs(app, owner, `/api/v1/members/${ben.memberId}`, removed)).status, 200);
    const id = await escalated(app);
    const gone = await decideAs(app, ben, 'approve', id);
    assert.ok(gone.status === 401 || gone.status === 403);
    assert.deepEqual(await askedOfMe(app, dan), [id]);
    moved.move(3 * 3_600_000);
    assert.deepEqual(await askedOfMe(app, dan), []);
    assert.equal((await decideAs(app, dan, 'approve', id)).status, 403);
    // The clock goes back: the absence holds again.
    moved.move(-3 * 3_600_000);
    assert.equal((await decideAs(app, dan, 'approve', id)).body.status, 'pending');
    // A decision that was made in time stays.
    moved.move(3 * 3_600_000);
    assert.equal((await decideAs(app, ann, 'approve', id)).body.status, 'approved');
    assert.equal((await service.db.selectFrom('stand_ins').selectAll().execute()).length, 1);
  },
);

testOnEachDatabase('a-route-holds-as-it-was-when-the-approval-opened', async (location, t) => {
  const moved = await serviceWithClock(t, location);
  const { app, ann, cleo, dan, owner, legal } = await twoGroups(moved, { deadline_minutes: 30 });
  const id = await escalated(app);
  await setRoutes(app, [{ name: 'Anyone', ask: [] }]);
  const record = await shown(app, owner, id);
  assert.equal(Date.parse(record.expires_at) - Date.parse(record.created_at), 30 * 60_000);
  assert.equal((await decideAs(app, dan, 'approve', id)).status, 403);
  assert.equal((await decideAs(app, ann, 'approve', id)).body.status, 'pending');
  // A deleted group has no one left: it can be rejected, or it expires.
  assert.equal((await askAs(app, owner, `${GROUPS}/${legal}`, { method: 'DELETE' })).status, 200);
  assert.equal((await decideAs(app, cleo, 'approve', id)).status, 403);
  assert.equal((await shown(app, owner, id)).route.ask[1].name, 'Legal');
  moved.move(31 * 60_000);
  const late = await decideAs(app, ann, 'reject', id);
  assert.deepEqual([late.status, late.body.detail], [409, 'The approval is expired.']);
  const free = await escalated(app);
  assert.equal((await decideAs(app, dan, 'approve', free)).body.status, 'approved');
});

testOnEachDatabase('later-another-group-may-approve-too', async (location, t) => {
  const moved = await serviceWithClock(t, location);
  const { app, ann, cleo, dan, owner, route } = await twoGroups(moved);
  const deputies = await newGroup(app, owner, 'Deputies', [dan]);
  await setRoutes(app, [{ ...route, later: { after_minutes: 60, groups: [deputies] } }]);
  const id = await escalated(app);
  assert.equal((await decideAs(app, dan, 'approve', id)).status, 403);
  assert.equal((await decideAs(app, ann, 'approve', id)).body.status, 'pending');
  moved.move(61 * 60_000);
  const record = await shown(app, dan, id);
  assert.deepEqual([record.route.may_decide, record.route.later.groups[0].name], [true, 'Deputies']);
  assert.equal((await decideAs(app, dan, 'approve', id)).body.status, 'approved');
  assert.equal((await decideAs(app, cleo, 'approve', id)).status, 409);
  await assertTrue(app);
});
