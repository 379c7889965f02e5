/** Sign-in by a tenant's SAML provider: into this tenant alone, and by no answer but a signed one to the request. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { inviteMember } from '@assize/service/members/joining/index.ts';
import { ensureTenant, findTenant } from '@assize/service/tenants/index.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import {
  answer,
  assertionOf,
  BASE_URL,
  type Begun,
  begin,
  MALLORY,
  responseOf,
  SAML,
  type Said,
  setSaml,
  signed,
  signInBySaml,
  wrapped,
} from './support/directory/saml.ts';
import { OTHER_PROVIDER } from './support/directory/saml-keys.ts';
import { ask, assertTrue, startTestService } from './support/http/in-process.ts';
import { askAs } from './support/people/groups.ts';
import { newSession, type SignedIn, signedIn } from './support/people/members.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { until } from './support/until.ts';

async function opened(t: TestContext, location: DatabaseLocation) {
  const { app, service } = await startTestService(t, location, {
    ASSIZE_BASE_URL: BASE_URL,
    ASSIZE_INIT_TENANT: 'acme',
  });
  const owner = await signedIn(service, 'acme', 'owner', 'Olga');
  const { tenantId } = await findTenant(service.db, 'acme');
  await setSaml(app, owner);
  const as = (session: string | undefined): Pick<SignedIn, 'headers'> => ({
    headers: { cookie: session ?? '', origin: BASE_URL, host: 'localhost:80' },
  });
  const invite = (email: string, role: 'viewer' | 'approver' = 'viewer') =>
    findTenant(service.db, 'acme').then((tenant) =>
      inviteMember(service, tenant, null, { email, role, sandboxRole: null }),
    );
  return { app, service, owner, tenantId, as, invite };
}

testOnEachDatabase('signs-in-members-and-those-who-are-invited', async (location, t) => {
  const { app, owner, tenantId, as, invite } = await opened(t, location);
  const metadata = await app.inject({ url: `/auth/saml/${tenantId}` });
  assert.ok(metadata.body.includes(`${BASE_URL}/auth/saml/${tenantId}/acs`));
  const known = await signInBySaml(app, tenantId, { email: owner.email.toUpperCase() });
  assert.equal(known.to, '/');
  const ways = async (cookie: string) =>
    (await app.inject({ url: '/auth/ways', headers: { cookie } })).json();
  assert.equal((await ways('')).saml, null);
  const again = `${BASE_URL}/auth/saml/${tenantId}/start`;
  assert.equal((await ways(`assize.provider=${tenantId}`)).saml, again, 'people find back to their provider');
  const { body: me } = await askAs(app, as(known.session), '/api/v1/me');
  assert.deepEqual([me.id, me.role, me.name], [owner.memberId, 'owner', 'Olga']);
  const stranger = await signInBySaml(app, tenantId, { email: 'eve@acme.example' });
  assert.equal(stranger.problem, 'uninvited');
  await invite('eve@acme.example', 'approver');
  const eve = await signInBySaml(app, tenantId, { email: 'eve@acme.example', name: 'Eve' });
  const { body: joined } = await askAs(app, as(eve.session), '/api/v1/me');
  assert.deepEqual([joined.name, joined.role, joined.tenant.id], ['Eve', 'approver', tenantId]);
  await askAs(app, owner, `/api/v1/members/${joined.id}`, { method: 'DELETE' });
  assert.equal((await signInBySaml(app, tenantId, { email: 'eve@acme.example' })).problem, 'uninvited');
  await assertTrue(app);
});

testOnEachDatabase('opens-neither-another-tenant-nor-the-account', async (location, t) => {
  const { app, service, tenantId, as, owner } = await opened(t, location);
  const other = await ensureTenant(service, 'other', 'team');
  // A person of both tenants: the provider of one vouches for them.
  const { token } = await inviteMember(service, other, null, {
    email: owner.email,
    role: 'owner',
    sandboxRole: null,
  });
  const own = as(`assize.session=${await newSession(service, owner.userId)}.signature`);
  const post = (who: Pick<SignedIn, 'headers'>, url: string, body: object) => {
    return askAs(app, who, `/auth/${url}`, { method: 'POST', body });
  };
  assert.equal((await post(own, 'join-signed-in', { token })).status, 200);
  assert.equal((await askAs(app, own, '/api/v1/me')).body.tenants.length, 2);
  const { session } = await signInBySaml(app, tenantId, { email: owner.email });
  const bound = as(session);
  const { body: me } = await askAs(app, bound, '/api/v1/me');
  assert.deepEqual([me.tenant.id, me.tenants], [tenantId, [{ id: tenantId, name: 'acme' }]]);
  const refused = [
    await post(bound, 'tenant', { tenant_id: other.tenantId }),
    await post(bound, 'update-user', { name: 'Mallory' }),
    await post(bound, 'change-password', { current_password: 'x', password: 'correct horse battery' }),
    await post(bound, 'passkey/begin-registration', { name: 'mine' }),
    await post(bound, 'two-factor/enable', { password: 'x' }),
    await post(bound, 'revoke-other-sessions', {}),
    await post(bound, 'accept-invitation', { invitation_id: 'x' }),
    await post(bound, 'join-signed-in', { token }),
    await askAs(app, bound, '/auth/invitations'),
    await askAs(app, bound, '/auth/sessions'),
    await askAs(app, bound, '/auth/passkey/list-user-passkeys'),
  ];
  assert.deepEqual(
    refused.map(({ status }) => status),
    refused.map(() => 403),
    JSON.stringify(refused.map(({ status, body }) => [status, body.detail])),
  );
  assert.equal((await askAs(app, bound, '/api/v1/me')).body.name, 'Olga');
  // The other tenant neither learns of the sign-in, nor misses its record.
  const { secret: key } = await keyHolder(service, 'other', { tier: 'team', scopes: ['evidence:read'] });
  const { body: found } = await ask(app, 'a', '/api/v1/evidence/search', { key, body: { text: 'SAML' } });
  assert.deepEqual(found.items, []);
  await assertTrue(app, { key });
  // Freed in the table alone, the session is named.
  const sessions = service.db.updateTable('person_sessions').where('way', '=', 'SAML');
  await sessions.set({ only_tenant: null }).execute();
  const { body: freed } = await ask(app, 'a', '/api/v1/evidence/truth-verification');
  assert.match(freed.gaps[0]?.what ?? '', /the session \w+ is not as recorded/);
  await sessions.set({ only_tenant: tenantId }).execute();
  // Removed here, the session does not fall back to the other tenant.
  await signedIn(service, 'acme', 'owner', 'Second');
  await askAs(app, own, `/api/v1/members/${owner.memberId}`, { method: 'DELETE' });
  await until(async () => (await askAs(app, bound, '/api/v1/me')).status === 401);
  const { session: late, problem } = await signInBySaml(app, tenantId, { email: owner.email });
  assert.deepEqual([late, problem], [undefined, 'uninvited']);
  assert.equal((await post(bound, 'sign-out', {})).status, 200);
  await assertTrue(app);
});

testOnOneDatabase('makes-no-member-of-an-account-that-others-may-have', async (location, t) => {
  const { app, service, owner, tenantId, invite } = await opened(t, location);
  await ensureTenant(service, 'other', 'team');
  const zoe = await signedIn(service, 'other', 'owner', 'Zoe');
  await service.db
    .updateTable('people')
    .set({ email: 'zoe@acme.example' })
    .where('id', '=', zoe.userId)
    .execute();
  await invite('zoe@acme.example');
  const { problem, session } = await signInBySaml(app, tenantId, { email: 'zoe@acme.example' });
  assert.deepEqual([problem, session], ['account', undefined]);
  const { body: members } = await askAs(app, owner, '/api/v1/members');
  assert.equal(members.members.length, 1);
});

testOnOneDatabase('takes-no-answer-but-a-signed-one-to-its-request', async (location, t) => {
  const { app, tenantId, owner } = await opened(t, location);
  const { email } = owner;
  const say = async (make: (begun: Begun) => string) => {
    const begun = await begin(app, tenantId);
    return answer(app, begun, make(begun));
  };
  const about = (said: Partial<Said>) =>
    say((begun) => responseOf(begun, signed(assertionOf(begun, { email, ...said }))));
  const problems = {
    unsigned: await say((begun) => responseOf(begun, assertionOf(begun, { email }))),
    'signed by another': await say((begun) =>
      responseOf(begun, signed(assertionOf(begun, { email }), OTHER_PROVIDER)),
    ),
    'signed with SHA-1': await say((begun) => {
      return responseOf(begun, signed(assertionOf(begun, { email }), undefined, 'sha1'));
    }),
    altered: await say((begun) =>
      responseOf(begun, signed(assertionOf(begun, MALLORY))).replace(MALLORY.email, email),
    ),
    'wrapped before': await say((begun) => responseOf(begun, wrapped(begun, email, 'before'))),
    'wrapped after': await say((begun) => responseOf(begun, wrapped(begun, email, 'after'))),
    'wrapped around': await say((begun) => responseOf(begun, wrapped(begun, email, 'around'))),
    'wrapped in the signature': await say((begun) => responseOf(begun, wrapped(begun, email, 'object'))),
    'with an entity': await say((begun) => {
      const xml = responseOf(begun, signed(assertionOf(begun, { email })));
      return `<!DOCTYPE r [<!ENTITY e "x">]>${xml}`;
    }),
    'for another audience': await about({ audience: 'https://other.example' }),
    'for another address': await about({ recipient: 'https://other.example/acs' }),
    'to another request': await about({ inResponseTo: '_other' }),
    'by another provider': await about({ issuer: 'https://other.example' }),
    expired: await about({ endsIn: -10 * 60_000 }),
    'no XML': await say(() => 'x'),
    nothing: await say(() => ''),
  };
  for (const [what, { problem, session }] of Object.entries(problems))
    assert.deepEqual([problem, session], ['answer', undefined], what);
  const foreign = await about({ email: 'olga@other.example' });
  assert.deepEqual([foreign.problem, foreign.session], ['domain', undefined]);
  const comment = await about({ email: `${email}<!-- -->.evil.example` });
  assert.equal(comment.problem, 'domain');
  assert.notEqual((await about({})).session, undefined);
});

testOnEachDatabase('an-answer-works-once-in-the-browser-that-began', async (location, t) => {
  const { app, service, tenantId, owner } = await opened(t, location);
  const { email } = owner;
  const begun = await begin(app, tenantId, '?return_to=/approvals');
  const xml = responseOf(begun, signed(assertionOf(begun, { email })));
  const first = await answer(app, begun, xml);
  assert.equal(first.to, '/approvals');
  const again = await answer(app, begun, xml);
  assert.equal(again.problem, 'ended');
  const other = await begin(app, tenantId);
  const replayed = await answer(app, other, xml);
  assert.equal(replayed.problem, 'answer', 'the same answer, to another request');
  const rewrapped = await begin(app, tenantId);
  const inner = signed(assertionOf(begun, { email }));
  assert.equal((await answer(app, rewrapped, responseOf(rewrapped, inner))).problem, 'answer');
  const attackers = await begin(app, tenantId);
  const sent = responseOf(attackers, signed(assertionOf(attackers, { email })));
  assert.equal((await answer(app, attackers, sent, { withCookie: '' })).problem, 'ended');
  const tenant = await ensureTenant(service, 'other', 'team');
  const zoe = await signedIn(service, 'other', 'owner', 'Zoe');
  const away = await begin(app, tenantId);
  const to = away.acs.replace(tenantId, tenant.tenantId);
  const honest = responseOf(away, signed(assertionOf(away, { email })));
  assert.equal((await answer(app, away, honest, { to })).problem, 'not_found');
  await setSaml(app, zoe);
  assert.equal((await answer(app, away, honest, { to })).problem, 'answer');
  assert.equal((await answer(app, away, honest)).problem, 'ended');
});

testOnOneDatabase('only-an-owner-sets-a-provider-and-it-must-be-sound', async (location, t) => {
  const { app, service, owner, tenantId } = await opened(t, location);
  const put = (who: SignedIn, saml: object | null, group_names: object = {}, revision?: number) => {
    const body = { group_names, saml, ...(revision !== undefined && { expected_revision: revision }) };
    return askAs(app, who, '/api/v1/directory', { method: 'PUT', body });
  };
  const admin = await signedIn(service, 'acme', 'admin', 'Adam');
  assert.equal((await put(admin, null)).status, 403);
  assert.equal((await askAs(app, admin, '/api/v1/directory')).status, 403);
  const weak = [
    { ...SAML, entry_point: 'http://idp.example/sso' },
    { ...SAML, entry_point: 'javascript:alert(1)' },
    { ...SAML, certificates: 'x' },
    { ...SAML, certificates: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' },
    { ...SAML, domains: ['*'] },
    { ...SAML, domains: [] },
  ];
  for (const saml of weak) assert.equal((await put(owner, saml)).status, 422);
  assert.equal((await put(owner, null, { admin: 'Owner' })).status, 422);
  assert.equal((await put(owner, null, { admin: 'Bosses' })).body.group_names.admin, 'Bosses');
  assert.equal((await put(owner, null, {}, 1)).body.code, 'directory_changed');
  const gone = await app.inject({ url: `/auth/saml/${tenantId}/start` });
  assert.match(String(gone.headers.location), /problem=not_found$/);
  assert.match(
    String((await app.inject({ url: '/auth/saml/x/start' })).headers.location),
    /problem=not_found$/,
  );
  await assertTrue(app);
});
