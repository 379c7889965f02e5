/** A directory provisions members by SCIM: joiners are invited, movers get other roles, leavers leave at once. */
import assert from 'node:assert/strict';
import { directory, OKTA_USER, SCIM_GROUPS, USERS } from './support/directory/scim.ts';
import { changeSettings } from './support/governance/second-person.ts';
import { ask, assertTrue } from './support/http/in-process.ts';
import { askAs, decideAs } from './support/people/groups.ts';
import { headersWith, signedIn } from './support/people/members.ts';
import { type TestTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import { until } from './support/until.ts';

testAsTenantOnEachDatabase('a-joiner-is-invited-and-a-leaver-leaves-at-once', async (tenant) => {
  const { app, service, name } = tenant;
  const { scim, members, invitations, owner } = await directory(tenant);
  const { status, body, headers } = await scim('POST', USERS, OKTA_USER);
  assert.equal(status, 201, JSON.stringify(body));
  assert.match(String(headers['content-type']), /^application\/scim\+json/);
  assert.equal(headers.location, body.meta.location);
  assert.deepEqual(
    [body.userName, body.externalId, body.active, body.name.familyName],
    ['eve@x.example', OKTA_USER.externalId, true, 'Adams'],
  );
  assert.equal(JSON.stringify(body).includes(OKTA_USER.password), false);
  const [invitation] = await invitations();
  assert.deepEqual([invitation?.email, invitation?.role], ['eve@x.example', 'viewer']);
  const eve = await signedIn(service, name, 'admin', 'Ann');
  const { secret, keyId } = await keyMadeBy(tenant, eve.token);
  const found = (await scim('GET', `${USERS}?filter=userName%20eq%20%22${eve.email}%22`)).body;
  assert.equal(found.totalResults, 1);
  const [{ id }] = found.Resources;
  assert.equal((await askAs(app, eve, '/api/v1/me')).status, 200);
  // As Okta and Entra deactivate.
  const gone = await scim.patch(`${USERS}/${id}`, { op: 'Replace', path: 'active', value: 'False' });
  assert.deepEqual([gone.status, gone.body.active], [200, false], JSON.stringify(gone.body));
  await until(async () => (await askAs(app, eve, '/api/v1/me')).status === 401);
  await until(async () => (await ask(app, 'a', '/api/v1/api-keys', { key: secret })).status === 403);
  assert.deepEqual(
    (await members()).map(({ email }) => email),
    [owner.email],
  );
  const { body: keys } = await askAs(app, owner, '/api/v1/api-keys');
  assert.equal(keys.keys.find((key: { id: string }) => key.id === keyId).status, 'revoked');
  await assertTrue(app);
});

async function keyMadeBy({ app, service }: TestTenant, token: string) {
  const headers = headersWith(service, token);
  const payload = { name: 'own', environment: 'production', scopes: ['keys:manage'] };
  const made = await app.inject({ method: 'POST', url: '/api/v1/api-keys', headers, payload });
  assert.equal(made.statusCode, 201, made.body);
  return { secret: String(made.json().key), keyId: String(made.json().id) };
}

testAsTenantOnEachDatabase('groups-of-the-directory-are-roles-and-the-highest-counts', async (tenant) => {
  const { app, service, name } = tenant;
  const { scim, members, invitations, records } = await directory(tenant);
  const ben = await signedIn(service, name, 'viewer', 'Ben');
  const eve = await scim.user('Eve');
  const group = (role: string) => `${SCIM_GROUPS}/${role}`;
  // As Entra adds members.
  const add = (role: string, ...ids: string[]) => {
    const value = ids.map((id) => ({ value: id }));
    return scim.patch(group(role), { op: 'Add', path: 'members', value });
  };
  assert.equal((await add('approver', ben.memberId, eve)).status, 200);
  const roles = async () => new Map((await members()).map(({ email, role }) => [email, role]));
  assert.equal((await roles()).get(ben.email), 'approver');
  assert.deepEqual(
    (await invitations()).map(({ role }) => role),
    ['approver'],
  );
  assert.equal((await add('admin', ben.memberId)).status, 200);
  assert.equal((await roles()).get(ben.email), 'admin');
  // As Okta takes them out.
  const path = `members[value eq "${ben.memberId}"]`;
  assert.equal((await scim.patch(group('admin'), { op: 'remove', path })).status, 200);
  assert.equal((await roles()).get(ben.email), 'approver');
  // As Entra does.
  const value = [{ value: ben.memberId }];
  const { body } = await scim.patch(group('approver'), { op: 'Remove', path: 'members', value });
  assert.deepEqual(
    body.members.map((each: { value: string }) => each.value),
    [eve],
  );
  assert.equal((await roles()).get(ben.email), 'viewer');
  for (const { payload } of await records('member.change_role')) assert.equal(payload.by, scim.keyId);
  assert.equal((await records('member.change_role')).length, 4);
  const strange = await add('approver', 'usr_0123456789abcdef01234567');
  assert.deepEqual([strange.status, strange.body.scimType], [400, 'invalidValue']);
  assert.equal((await scim('GET', group('boss'))).status, 404);
  await assertTrue(app);
});

testAsTenantOnEachDatabase('the-last-owner-stays', async (tenant) => {
  const { app } = tenant;
  const { scim, owner, members } = await directory(tenant);
  const url = `${USERS}/${owner.memberId}`;
  const tries = [
    await scim('DELETE', url),
    await scim.patch(url, { op: 'replace', value: { active: false } }),
    await scim.patch(`${SCIM_GROUPS}/owner`, { op: 'remove', path: 'members' }),
    await scim('PUT', `${SCIM_GROUPS}/owner`, { displayName: 'owner', members: [] }),
    await scim('DELETE', `${SCIM_GROUPS}/owner`),
  ];
  for (const { status, body } of tries) {
    assert.deepEqual([status, body.status, body.scimType], [400, '400', 'mutability'], JSON.stringify(body));
    assert.deepEqual(body.schemas, ['urn:ietf:params:scim:api:messages:2.0:Error']);
    assert.match(body.detail, /keeps at least one owner/);
  }
  assert.deepEqual(
    (await members()).map(({ role }) => role),
    ['owner'],
  );
  assert.equal((await scim('GET', url)).body.active, true);
  await assertTrue(app);
});

testAsTenantOnEachDatabase('a-directory-gives-no-role-that-needs-a-second-person-alone', async (tenant) => {
  const { app, service, name } = tenant;
  const { scim, owner, members } = await directory(tenant);
  const bob = await signedIn(service, name, 'owner', 'Bob');
  const ben = await signedIn(service, name, 'viewer', 'Ben');
  const on = await changeSettings(app, owner, () => ({ governance: { second_person: ['roles'] } }));
  assert.equal(on.status, 200, JSON.stringify(on.body));
  const add = () => {
    return scim.patch(`${SCIM_GROUPS}/admin`, {
      op: 'add',
      path: 'members',
      value: [{ value: ben.memberId }],
    });
  };
  const held = await add();
  assert.equal(held.status, 409, JSON.stringify(held.body));
  const [, approvalId] = /(apr_\w+)/.exec(held.body.detail) ?? [];
  assert.deepEqual((await scim('GET', `${SCIM_GROUPS}/admin`)).body.members, []);
  // A directory repeats what was refused: that asks for no second approval.
  const repeated = await add();
  assert.equal(/(apr_\w+)/.exec(repeated.body.detail)?.[1], approvalId);
  for (const each of [owner, bob]) {
    await decideAs(app, each, 'approve', String(approvalId));
  }
  assert.equal((await members()).find(({ email }) => email === ben.email)?.role, 'admin');
  assert.equal((await add()).status, 200);
  assert.equal((await scim('DELETE', `${USERS}/${ben.memberId}`)).status, 204);
  const eve = await scim.user('Eve');
  const early = await scim.patch(`${SCIM_GROUPS}/admin`, {
    op: 'add',
    path: 'members',
    value: [{ value: eve }],
  });
  assert.equal(early.status, 409);
  await assertTrue(app);
});

testAsTenantOnEachDatabase('a-token-ends-with-the-owner-who-made-it', async (tenant) => {
  const { app, service, name } = tenant;
  const { owner, members } = await directory(tenant);
  const bob = await signedIn(service, name, 'owner', 'Bob');
  const body = { name: 'Directory', environment: 'production', scopes: ['members:provision'] };
  const { body: made } = await askAs(app, bob, '/api/v1/api-keys', { body });
  const remove = () => ask(app, 'b', `${USERS}/${bob.memberId}`, { method: 'DELETE', key: made.key });
  assert.equal((await remove()).status, 204);
  await until(async () => (await remove()).status === 403);
  assert.deepEqual(
    (await members()).map(({ email }) => email),
    [owner.email],
  );
  await assertTrue(app);
});
