/** Owners make groups of members; members say who stands in for them. Both are evidence, and of one tenant alone. */
import assert from 'node:assert/strict';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { ask, assertTrue, startTestService } from './support/http/in-process.ts';
import { askAs, GROUPS, newGroup, standInFor } from './support/people/groups.ts';
import { signedIn } from './support/people/members.ts';
import { keyHolder } from './support/people/other-tenant.ts';

testOnEachDatabase('an-owner-makes-changes-and-deletes-a-group', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const owner = await signedIn(service, 'default', 'owner');
  const ann = await signedIn(service, 'default', 'approver', 'Ann');
  const vic = await signedIn(service, 'default', 'viewer', 'Vic');
  const id = await newGroup(app, owner, 'Finance', [ann, vic, ann]);
  const { body: made } = await askAs(app, ann, `${GROUPS}/${id}`);
  assert.deepEqual(
    made.members
      .map(({ name, may_decide }: { name: string; may_decide: boolean }) => [name, may_decide])
      .sort(),
    [
      ['Ann', true],
      ['Vic', false],
    ],
  );
  const put = (body: object) => askAs(app, owner, `${GROUPS}/${id}`, { method: 'PUT', body });
  const changed = await put({ name: 'Money', members: [ann.memberId], expected_revision: 1 });
  assert.deepEqual([changed.status, changed.body.name, changed.body.revision], [200, 'Money', 2]);
  const stale = await put({ name: 'Other', members: [], expected_revision: 1 });
  assert.deepEqual([stale.status, stale.body.detail], [409, 'The group is at revision 2.']);
  const gone = await askAs(app, owner, `${GROUPS}/${id}`, { method: 'DELETE' });
  assert.equal(gone.status, 200);
  assert.deepEqual((await askAs(app, ann, GROUPS)).body.groups, []);
  const late = await put({ name: 'Other', members: [], expected_revision: 3 });
  assert.deepEqual([late.status, late.body.detail], [409, 'The group is deleted.']);
  await assertTrue(app);
});

testOnEachDatabase('a-group-takes-only-members-and-an-own-name', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const owner = await signedIn(service, 'default', 'owner');
  const { tenant } = await keyHolder(service, 'other', { tier: 'team' });
  const stranger = await signedIn(service, tenant.name, 'owner', 'Stranger');
  const make = (name: string, members: string[]) => askAs(app, owner, GROUPS, { body: { name, members } });
  for (const id of [stranger.memberId, 'mbr_0123456789abcdef01234567', 'x']) {
    const refused = await make('Finance', [owner.memberId, id]);
    assert.equal(refused.status, 422);
    assert.deepEqual(refused.body.detail[0].loc, ['body', 'members', '1']);
  }
  await newGroup(app, owner, 'Finance', [owner]);
  for (const name of ['Finance', 'FINANCE', 'fin ance'])
    assert.equal((await make(name, [])).status, 409, name);
  assert.equal((await make('\u202eecnaniF', [])).status, 422);
  assert.equal((await make('', [])).status, 422);
});

testOnOneDatabase('only-owners-manage-groups-and-no-tenant-sees-those-of-another', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const owner = await signedIn(service, 'default', 'owner');
  const id = await newGroup(app, owner, 'Finance', [owner]);
  const admin = await signedIn(service, 'default', 'admin');
  const body = { name: 'Mine', members: [] };
  for (const [method, url] of [
    ['POST', GROUPS],
    ['PUT', `${GROUPS}/${id}`],
    ['DELETE', `${GROUPS}/${id}`],
  ] as const) {
    const sent =
      method === 'DELETE' ? {} : { body: method === 'PUT' ? { ...body, expected_revision: 1 } : body };
    assert.equal((await askAs(app, admin, url, { method, ...sent })).status, 403, `${method} ${url}`);
  }
  const { secret } = await keyHolder(service, 'other', { scopes: ['members:manage', 'evidence:read'] });
  assert.deepEqual((await ask(app, 'a', GROUPS, { key: secret })).body.groups, []);
  assert.equal((await ask(app, 'a', `${GROUPS}/${id}`, { key: secret })).status, 404);
  const strange = { method: 'DELETE', key: secret } as const;
  assert.equal((await ask(app, 'a', `${GROUPS}/${id}`, strange)).status, 404);
});

testOnEachDatabase('a-member-says-who-stands-in-for-them', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const owner = await signedIn(service, 'default', 'owner');
  const ann = await signedIn(service, 'default', 'approver', 'Ann');
  const ben = await signedIn(service, 'default', 'approver', 'Ben');
  const vic = await signedIn(service, 'default', 'viewer', 'Vic');
  const set = await standInFor(app, ann, 'me', ben);
  assert.equal(set.status, 200, JSON.stringify(set.body));
  assert.equal(set.body.away.stand_in, ben.memberId);
  assert.deepEqual(set.body.choices.map(({ name }: { name: string }) => name).sort(), ['Ben', 'owner']);
  const { body } = await askAs(app, owner, '/api/v1/members');
  const shown = body.members.find(({ name }: { name: string }) => name === 'Ann');
  assert.deepEqual(shown.away, set.body.away);
  // Themselves, one who may not decide, and a period that is over.
  assert.equal((await standInFor(app, ann, 'me', ann)).status, 422);
  assert.equal((await standInFor(app, ann, 'me', vic)).status, 422);
  const over = await standInFor(app, ann, 'me', ben, { from: -7_200_000, hours: -1 });
  assert.deepEqual([over.status, over.body.detail[0].loc], [422, ['body', 'to']]);
  assert.equal((await standInFor(app, ann, 'me', ben, { hours: 367 * 24 })).status, 422);
  // Only an owner may for another; a key has none of its own.
  assert.equal((await standInFor(app, ben, ann.memberId, ben)).status, 403);
  assert.equal((await standInFor(app, owner, ann.memberId, owner)).body.away.stand_in, owner.memberId);
  assert.equal((await ask(app, 'a', '/api/v1/members/me/stand-in')).status, 403);
  const end = { method: 'DELETE' } as const;
  assert.equal((await askAs(app, ann, '/api/v1/members/me/stand-in', end)).body.away, null);
  assert.equal((await askAs(app, ann, '/api/v1/members/me/stand-in', end)).status, 200);
  await assertTrue(app);
});
