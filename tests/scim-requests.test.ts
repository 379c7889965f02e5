/** Requests of a directory reach its own tenant alone, need their own scope, and are answered in the words of SCIM. */
import assert from 'node:assert/strict';
import { inviteMember } from '@assize/service/members/joining/index.ts';
import { findTenant } from '@assize/service/tenants/index.ts';
import { directory, ENTRA_USER, SCIM_GROUPS, scimOf, USERS } from './support/directory/scim.ts';
import { ask, assertTrue } from './support/http/in-process.ts';
import { askAs } from './support/people/groups.ts';
import { signedIn } from './support/people/members.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import { until } from './support/until.ts';

testAsTenantOnEachDatabase('no-directory-reaches-another-tenant', async (tenant) => {
  const { app, service, name } = tenant;
  const { scim, owner } = await directory(tenant);
  const eve = await scim.user('Eve');
  const other = await scimOf(app, service, `${name}-other`);
  await signedIn(service, `${name}-other`, 'owner', 'Zoe');
  for (const id of [owner.memberId, eve]) {
    const unknown = await other('GET', `${USERS}/usr_0123456789abcdef01234567`);
    for (const answer of [
      await other('GET', `${USERS}/${id}`),
      await other('DELETE', `${USERS}/${id}`),
      await other('PUT', `${USERS}/${id}`, { userName: 'eve@x.example' }),
      await other.patch(`${USERS}/${id}`, { op: 'replace', path: 'active', value: false }),
    ]) {
      assert.equal(answer.status, 404);
      assert.deepEqual(answer.body, unknown.body);
    }
    const added = await other.patch(`${SCIM_GROUPS}/admin`, {
      op: 'add',
      path: 'members',
      value: [{ value: id }],
    });
    assert.equal(added.status, 400);
  }
  const { body } = await other('GET', USERS);
  assert.deepEqual(
    body.Resources.map((each: { displayName: string }) => each.displayName),
    ['Zoe'],
  );
  const { status } = await other(
    'GET',
    `${USERS}?filter=userName eq "${owner.email}"`.replaceAll(' ', '%20'),
  );
  assert.equal(status, 200);
});

testAsTenant('only-a-token-with-its-own-scope-provisions-and-it-does-nothing-else', async (tenant) => {
  const { app, service, name, key, sandboxKey } = tenant;
  const { owner, scim } = await directory(tenant);
  const all = await keyHolder(service, name, { scopes: ['keys:manage', 'members:manage', 'evidence:write'] });
  for (const secret of [all.secret, sandboxKey]) {
    const { status, body } = await ask(app, 'b', USERS, { key: secret });
    assert.equal(status, 403);
    assert.equal(body.status, '403');
  }
  assert.equal((await ask(app, 'b', USERS, { key: null })).status, 401);
  assert.equal((await app.inject({ url: USERS, headers: owner.headers })).statusCode, 401);
  assert.equal((await ask(app, 'a', '/api/v1/members', { key: scim.secret })).status, 403);
  assert.equal((await ask(app, 'a', '/api/v1/api-keys', { key: scim.secret })).status, 403);
  // Neither a key that manages keys nor an admin can make one.
  const wanted = { name: 'x', environment: 'production', scopes: ['members:provision'] };
  assert.equal((await ask(app, 'a', '/api/v1/api-keys', { key, body: wanted })).status, 403);
  const admin = await signedIn(service, name, 'admin', 'Adam');
  assert.equal((await askAs(app, admin, '/api/v1/api-keys', { body: wanted })).status, 403);
  const made = await askAs(app, owner, '/api/v1/api-keys', { body: wanted });
  assert.equal(made.status, 201);
  assert.equal((await ask(app, 'b', USERS, { key: made.body.key })).status, 200);
  await askAs(app, owner, `/api/v1/api-keys/${made.body.id}`, { method: 'DELETE' });
  await until(async () => (await ask(app, 'b', USERS, { key: made.body.key })).status === 403);
});

testAsTenant('a-directory-never-changes-an-account', async (tenant) => {
  const { app, service, name } = tenant;
  const { scim } = await directory(tenant);
  const ben = await signedIn(service, name, 'viewer', 'Ben');
  const url = `${USERS}/${ben.memberId}`;
  const named = await scim.patch(url, {
    op: 'replace',
    value: { 'name.givenName': 'Mallory', displayName: 'M' },
  });
  assert.deepEqual([named.status, named.body.displayName], [200, 'M']);
  assert.equal((await askAs(app, ben, '/api/v1/me')).body.name, 'Ben');
  const moved = await scim.patch(url, { op: 'replace', path: 'userName', value: 'mallory@x.example' });
  assert.deepEqual([moved.status, moved.body.scimType], [400, 'mutability']);
  const put = await scim('PUT', url, { userName: 'mallory@x.example' });
  assert.deepEqual([put.status, put.body.scimType], [400, 'mutability']);
  // Nor does it make a member of someone who has an account elsewhere: they accept for themselves.
  await keyHolder(service, `${name}-other`);
  const zoe = await signedIn(service, `${name}-other`, 'owner', 'Zoe');
  assert.equal((await scim('POST', USERS, { userName: zoe.email })).status, 201);
  const { body } = await askAs(app, zoe, '/api/v1/me');
  assert.deepEqual(body.tenants?.length ?? 1, 1);
});

testAsTenant('a-directory-comes-back-to-what-it-said-before', async (tenant) => {
  const { app, service, name } = tenant;
  const { scim, owner, invitations, members } = await directory(tenant);
  const { body: made } = await scim('POST', USERS, ENTRA_USER);
  assert.deepEqual([made.active, made.name.formatted], [true, 'Joe Doe']);
  const again = await scim('POST', USERS, ENTRA_USER);
  assert.deepEqual([again.status, again.body.scimType], [409, 'uniqueness']);
  const url = `${USERS}/${made.id}`;
  assert.equal((await scim.patch(url, { op: 'Replace', path: 'active', value: 'False' })).status, 200);
  assert.deepEqual(await invitations(), []);
  assert.equal((await scim.patch(url, { op: 'Replace', path: 'active', value: 'True' })).body.active, true);
  const [offer] = await invitations();
  assert.equal(offer?.email, ENTRA_USER.userName);
  // An owner's own word holds until the directory speaks again.
  await askAs(
    app,
    owner,
    `/api/v1/members/invitations/${(offer as { invitation_id?: string })?.invitation_id}`,
    {
      method: 'DELETE',
    },
  );
  assert.equal((await scim('GET', url)).body.active, false);
  assert.equal((await scim('PUT', url, ENTRA_USER)).body.active, true);
  assert.equal((await scim('DELETE', url)).status, 204);
  assert.equal((await scim('GET', url)).status, 404);
  assert.equal((await scim('POST', USERS, ENTRA_USER)).status, 201);
  const tenantRow = await findTenant(service.db, name);
  const ann = { email: 'ann@x.example', role: 'viewer', sandboxRole: null } as const;
  await inviteMember(service, tenantRow, null, ann);
  assert.equal((await scim('POST', USERS, { userName: 'Ann@x.example' })).status, 201);
  assert.equal((await invitations()).filter(({ email }) => email === ann.email).length, 1);
  assert.equal((await members()).length, 1);
  await assertTrue(app);
});

testAsTenant('lists-are-paged-filtered-and-described', async (tenant) => {
  const { scim, owner } = await directory(tenant);
  for (const each of ['Ann', 'Ben', 'Cleo']) await scim.user(each, { externalId: `ext-${each}` });
  const get = async (query: string) => (await scim('GET', `${USERS}?${query}`)).body;
  const page = await get('startIndex=2&count=2');
  assert.deepEqual([page.totalResults, page.startIndex, page.itemsPerPage], [4, 2, 2]);
  assert.equal((await get('count=0')).Resources.length, 0);
  const by = async (filter: string) => {
    return (await get(`filter=${encodeURIComponent(filter)}`)).Resources.map(
      (each: { displayName: string }) => each.displayName,
    );
  };
  assert.deepEqual(await by('externalId eq "ext-Ben"'), ['Ben']);
  assert.deepEqual(await by('externalId eq "EXT-BEN"'), []);
  assert.deepEqual(await by(`emails[type eq "work"].value eq "${owner.email.toUpperCase()}"`), ['Olga']);
  assert.deepEqual(await by('displayName eq "Cleo" and active eq true'), ['Cleo']);
  const refused = await get('filter=userName%20co%20%22a%22');
  assert.equal(refused.scimType, 'invalidFilter');
  const groups = (
    await scim('GET', `${SCIM_GROUPS}?filter=displayName%20eq%20%22Owner%22&excludedAttributes=members`)
  ).body;
  assert.deepEqual(
    [groups.totalResults, groups.Resources[0].id, 'members' in groups.Resources[0]],
    [1, 'owner', false],
  );
  const config = (await scim('GET', '/scim/v2/ServiceProviderConfig')).body;
  assert.equal(config.patch.supported, true);
  assert.equal((await scim('GET', '/scim/v2/ResourceTypes')).body.totalResults, 2);
  const user = 'urn:ietf:params:scim:schemas:core:2.0:User';
  assert.equal((await scim('GET', `/scim/v2/Schemas/${user}`)).body.id, user);
});

testAsTenant('refuses-what-it-cannot-read', async (tenant) => {
  const { scim, owner } = await directory(tenant);
  const refusals = [
    [await scim('POST', USERS, { displayName: 'x' }), 'invalidValue'],
    [await scim('POST', USERS, { userName: 'no address' }), 'invalidValue'],
    [await scim('POST', USERS, { userName: 'x'.repeat(300) }), 'invalidValue'],
    [await scim('POST', USERS, { userName: 'a@x.example', active: 'maybe' }), 'invalidValue'],
    [await scim('POST', USERS, []), 'invalidSyntax'],
    [await scim.patch(`${USERS}/${owner.memberId}`), 'invalidSyntax'],
    [await scim.patch(`${USERS}/${owner.memberId}`, { op: 'move', path: 'active' }), 'invalidSyntax'],
    [await scim.patch(`${USERS}/${owner.memberId}`, { op: 'remove' }), 'noTarget'],
    [await scim.patch(`${SCIM_GROUPS}/admin`, { op: 'add', path: 'boss', value: 'x' }), 'invalidPath'],
    [await scim('POST', SCIM_GROUPS, { displayName: 'Sales' }), 'invalidValue'],
  ] as const;
  for (const [{ status, body }, scimType] of refusals)
    assert.deepEqual([status, body.scimType], [400, scimType], JSON.stringify(body));
  const made = await scim('POST', SCIM_GROUPS, { displayName: 'Admin' });
  assert.deepEqual([made.status, made.body.id], [201, 'admin']);
});
