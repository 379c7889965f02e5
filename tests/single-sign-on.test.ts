/** Single sign-on with a real provider: who can sign in, and every answer that must let no one in. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { inviteMember } from '@assize/service/members/joining/index.ts';
import { findTenant } from '@assize/service/tenants/index.ts';
import type { FastifyInstance } from 'fastify';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { startTestService } from './support/http/in-process.ts';
import { signedIn } from './support/people/members.ts';
import { CLIENT, startProvider, throughProvider } from './support/people/oidc.ts';

const BASE_URL = 'http://localhost:8080';

async function opened(t: TestContext, location: DatabaseLocation, more: Record<string, string> = {}) {
  const provider = await startProvider(t, `${BASE_URL}/auth/oidc/callback`);
  const started = await startTestService(t, location, {
    ASSIZE_BASE_URL: BASE_URL,
    ASSIZE_OIDC_ISSUER: provider.issuer,
    ASSIZE_OIDC_CLIENT_ID: CLIENT.id,
    ASSIZE_OIDC_CLIENT_SECRET: CLIENT.secret,
    ASSIZE_OIDC_NAME: 'Acme',
    ...more,
  });
  return { provider, ...started };
}

type Opened = Awaited<ReturnType<typeof opened>>;

async function begin(app: FastifyInstance, returnTo?: string) {
  const query = returnTo === undefined ? '' : `?return_to=${encodeURIComponent(returnTo)}`;
  const answer = await app.inject({ url: `/auth/oidc${query}` });
  assert.equal(answer.statusCode, 303);
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  return { location: String(answer.headers.location), cookie };
}

/** Goes all the way. @param tamper changes the address at the provider, or the callback's. */
async function signIn(
  { app, provider }: Opened,
  {
    returnTo,
    start = (url: string) => url,
    back = (url: URL) => url,
    withCookie = true,
  }: {
    returnTo?: string;
    start?: (url: string) => string;
    back?: (url: URL) => URL;
    withCookie?: boolean;
  } = {},
) {
  const begun = await begin(app, returnTo);
  const callback = back(await throughProvider(start(begun.location), provider.issuer));
  const url = `${callback.pathname}${callback.search}`;
  const headers = withCookie ? { cookie: begun.cookie } : {};
  const answer = await app.inject({ url, headers });
  const cookies = [answer.headers['set-cookie']].flat().map(String);
  const session = cookies.find((each) => each.startsWith('assize.session='))?.split(';')[0];
  return { to: String(answer.headers.location), session, again: () => app.inject({ url, headers }) };
}

testOnOneDatabase('who-has-the-name-of-a-member-comes-in-under-another', async (location, t) => {
  const all = await opened(t, location);
  await signedIn(all.service, 'default', 'owner', 'Dana');
  await invite(all, 'dana@acme.example');
  const { session } = await signIn(all);
  const headers = { cookie: session ?? '', host: 'localhost:8080', origin: BASE_URL };
  await acceptFirst(all, headers);
  const me = await all.app.inject({ url: '/api/v1/me', headers });
  assert.equal(me.json().name, 'Dana (dana@acme.example)');
});

/** As the page for invitations does. */
async function acceptFirst({ app }: Opened, headers: Record<string, string>): Promise<void> {
  const { invitations } = (await app.inject({ url: '/auth/invitations', headers })).json();
  const [{ invitation_id }] = invitations;
  const url = '/auth/accept-invitation';
  const accepted = await app.inject({ method: 'POST', url, headers, payload: { invitation_id } });
  assert.equal(accepted.statusCode, 200, accepted.body);
}

async function invite({ service }: Opened, email: string) {
  const tenant = await findTenant(service.db, 'default');
  await inviteMember(service, tenant, null, { email, role: 'approver', sandboxRole: null });
}

testOnEachDatabase('signs-an-invited-person-in-by-the-provider-and-once', async (location, t) => {
  const all = await opened(t, location);
  await invite(all, 'Dana@Acme.example');
  const { to, session, again } = await signIn(all, { returnTo: '/approvals/apr_1?env=sandbox' });
  assert.equal(to, `${BASE_URL}/invitations`);
  const headers = { cookie: session ?? '', host: 'localhost:8080', origin: BASE_URL };
  assert.equal(
    (await all.app.inject({ url: '/api/v1/me', headers })).statusCode,
    401,
    'it waits for a press',
  );
  await acceptFirst(all, headers);
  const me = await all.app.inject({ url: '/api/v1/me', headers });
  const { kind, name, email, role } = me.json();
  assert.deepEqual(
    { kind, name, email, role },
    { kind: 'member', name: 'Dana', email: 'dana@acme.example', role: 'approver' },
  );
  // The library accepts the session as its own.
  const keys = await all.app.inject({ url: '/auth/passkey/list-user-passkeys', headers });
  assert.equal(keys.statusCode, 200, keys.body);
  assert.equal((await again()).headers.location, `${BASE_URL}/sign-in?problem=ended`);

  // The provider's id for a person stays the same when their address changes.
  all.provider.account.email = 'dana.new@acme.example';
  const later = await signIn(all, { returnTo: '/approvals/apr_1?env=sandbox' });
  assert.equal(later.to, `${BASE_URL}/approvals/apr_1?env=sandbox`);
  const people = await all.service.db.selectFrom('people').select('email').execute();
  assert.deepEqual(people, [{ email: 'dana@acme.example' }]);
});

testOnOneDatabase('refuses-each-answer-that-does-not-hold', async (location, t) => {
  const all = await opened(t, location, { ASSIZE_OIDC_ROLE: 'viewer' });
  const { provider } = all;
  const replaced = (name: string) => (address: string) => {
    const url = new URL(address);
    url.searchParams.set(name, 'another');
    return url.href;
  };
  const onCallback = (name: string, value: string | null) => (url: URL) => {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
    return url;
  };
  const refused = async (what: string, word: string, how: Parameters<typeof signIn>[1] = {}) => {
    const { to, session } = await signIn(all, how);
    assert.deepEqual(
      { to, session },
      { to: `${BASE_URL}/sign-in?problem=${word}`, session: undefined },
      what,
    );
  };
  await refused('wrong nonce', 'answer', { start: replaced('nonce') });
  await refused('state missing', 'answer', { back: onCallback('state', null) });
  await refused('wrong state', 'answer', { back: onCallback('state', 'x'.repeat(43)) });
  await refused('another browser', 'ended', { withCookie: false });
  await refused('another issuer', 'answer', { back: onCallback('iss', 'http://127.0.0.1:1') });
  await refused('a made-up code', 'answer', { back: onCallback('code', 'made-up') });
  provider.forge = (claims) => ({ ...claims, aud: 'another-client' });
  await refused('wrong audience', 'answer');
  provider.forge = (claims) => ({ ...claims, nonce: 'another' });
  await refused('another nonce in the token', 'answer');
  provider.forge = (claims) => ({ ...claims, iss: 'http://127.0.0.1:1' });
  await refused('a token of another issuer', 'answer');
  provider.forge = (claims) => ({ ...claims, exp: 1 });
  await refused('an old token', 'answer');
  provider.forge = (claims) => ({ ...claims, sub: 'someone-else' });
  await refused('a token of another person than the address', 'answer');
  provider.forge = null;
  provider.account.email_verified = false;
  await refused('an address that is not verified', 'unverified');
  const people = await all.service.db.selectFrom('people').select('id').execute();
  assert.deepEqual(people, []);

  // None of these was refused only for being signed again.
  provider.account.email_verified = true;
  provider.forge = (claims) => claims;
  assert.equal((await signIn(all)).to, `${BASE_URL}/`);
});

testOnOneDatabase('lets-in-by-role-and-domain-and-no-one-who-was-removed', async (location, t) => {
  const all = await opened(t, location, { ASSIZE_OIDC_ROLE: 'viewer', ASSIZE_OIDC_DOMAINS: 'acme.example' });
  const { app, provider, service } = all;
  assert.equal((await signIn(all)).to, `${BASE_URL}/`);
  const { role } = await service.db.selectFrom('members').select('role').executeTakeFirstOrThrow();
  assert.equal(role, 'viewer');
  await service.db.updateTable('members').set({ removed_at: service.clock.now() }).execute();
  // Like anyone who is not a member anywhere.
  assert.equal((await signIn(all)).session, undefined);
  provider.account = { ...provider.account, sub: 'person-2', email: 'eve@elsewhere.example' };
  assert.equal((await signIn(all)).to, `${BASE_URL}/sign-in?problem=domain`);
  const ways = await app.inject({ url: '/auth/ways' });
  assert.deepEqual(ways.json().oidc, { name: 'Acme' });
});

testOnOneDatabase('admits-only-the-invited-where-no-role-is-set', async (location, t) => {
  const all = await opened(t, location);
  assert.equal((await signIn(all)).to, `${BASE_URL}/sign-in?problem=uninvited`);
  assert.deepEqual(await all.service.db.selectFrom('people').selectAll().execute(), []);
});

testOnOneDatabase('returns-only-to-its-own-pages', async (location, t) => {
  const all = await opened(t, location);
  await invite(all, all.provider.account.email);
  const elsewhere = [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/%09/evil.example',
    '\t//evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/..//evil.example',
  ];
  for (const returnTo of elsewhere) {
    const { to } = await signIn(all, { returnTo });
    assert.equal(new URL(to).origin, BASE_URL, returnTo);
    assert.ok(!to.slice(BASE_URL.length).startsWith('//'), returnTo);
  }
});

testOnOneDatabase('says-so-where-the-provider-is-away', async (location, t) => {
  const { app } = await startTestService(t, location, {
    ASSIZE_BASE_URL: BASE_URL,
    ASSIZE_OIDC_ISSUER: 'http://127.0.0.1:1',
    ASSIZE_OIDC_CLIENT_ID: CLIENT.id,
  });
  const answer = await app.inject({ url: '/auth/oidc' });
  assert.equal(answer.headers.location, `${BASE_URL}/sign-in?problem=unavailable`);
});
