/**
 * An account has an unproven address: a person who used an invitation first gets nothing that belongs to the
 * address's owner.
 */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { inviteMember } from '@assize/service/members/joining/index.ts';
import { ensureTenant, findTenant } from '@assize/service/tenants/index.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { PRODUCTION_KEY, startTestService, type TestService } from './support/http/in-process.ts';
import { CLIENT, startProvider, throughProvider } from './support/people/oidc.ts';
import { EMAIL, HERE, me, OTHER, PASSWORD, post, signIn } from './support/people/sign-in.ts';
import { until } from './support/until.ts';
import { startMailServer } from './support/webhooks/mail.ts';

const BASE_URL = HERE.origin.replace(':80', '');

async function withProvider(t: TestContext, location: DatabaseLocation, more: Record<string, string> = {}) {
  const provider = await startProvider(t, `${BASE_URL}/auth/oidc/callback`);
  const started = await startTestService(t, location, {
    ASSIZE_BASE_URL: BASE_URL,
    ASSIZE_OIDC_ISSUER: provider.issuer,
    ASSIZE_OIDC_CLIENT_ID: CLIENT.id,
    ASSIZE_OIDC_CLIENT_SECRET: CLIENT.secret,
    ...more,
  });
  return { ...started, provider };
}

/** @returns where it led, and the session's cookie. */
async function signInElsewhere({ app, provider }: Awaited<ReturnType<typeof withProvider>>) {
  const begun = await app.inject({ url: '/auth/oidc' });
  const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
  const callback = await throughProvider(String(begun.headers.location), provider.issuer);
  const answer = await app.inject({ url: `${callback.pathname}${callback.search}`, headers: { cookie } });
  const cookies = [answer.headers['set-cookie']].flat().map(String);
  const session = cookies.find((each) => each.startsWith('assize.session='))?.split(';')[0] ?? '';
  return { to: String(answer.headers.location), cookie: session };
}

async function invite({ service }: TestService, tenantName: string, email = EMAIL) {
  const tenant =
    tenantName === 'default'
      ? await findTenant(service.db, tenantName)
      : await ensureTenant(service, tenantName, 'enterprise');
  return (await inviteMember(service, tenant, null, { email, role: 'owner', sandboxRole: null })).token;
}

/** A person who invites opens the link in place of the invited person. */
async function takeFirst(started: TestService) {
  const token = await invite(started, 'mallory');
  const answer = await post(started.app, '/auth/join', { token, name: 'Dana', password: PASSWORD });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer;
}

const tenantsOf = async ({ app }: TestService, cookie: string): Promise<string[]> => {
  const { tenants = [] } = (await app.inject({ url: '/api/v1/me', headers: { ...HERE, cookie } })).json();
  return tenants.map(({ name }: { name: string }) => name).sort();
};

testOnEachDatabase('who-was-first-with-an-invitation-is-out-once-its-owner-comes', async (location, t) => {
  const started = await withProvider(t, location);
  const { app, service } = started;
  const attacker = await takeFirst(started);
  await invite(started, 'default');
  const owner = await signInElsewhere(started);
  assert.ok(owner.cookie !== '');
  // Nothing was accepted without being asked.
  assert.deepEqual(await tenantsOf(started, owner.cookie), ['mallory']);
  assert.equal((await signIn(app)).status, 401, 'the password of another');
  await until(async () => (await me(app, attacker.cookie)) === 401);
  const listed = await app.inject({ url: '/auth/invitations', headers: { ...HERE, cookie: owner.cookie } });
  const [{ invitation_id, tenant }] = listed.json().invitations;
  assert.equal(tenant, 'default');
  const accept = { invitation_id };
  const accepted = await post(app, '/auth/accept-invitation', accept, { cookie: owner.cookie });
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body));
  assert.equal((await post(app, '/auth/accept-invitation', accept, { cookie: owner.cookie })).status, 404);
  await until(async () => (await tenantsOf(started, owner.cookie)).length === 2);
  const ways = await service.db.selectFrom('person_accounts').select('provider_id').execute();
  assert.deepEqual(ways, [{ provider_id: 'oidc' }]);
  // The next sign-in removes nothing more.
  const again = await signInElsewhere(started);
  assert.deepEqual([await me(app, again.cookie), await me(app, owner.cookie)], [200, 200]);
});

testOnOneDatabase('an-account-of-an-unproven-address-sees-no-invitation', async (location, t) => {
  const started = await startTestService(t, location);
  const { app, service } = started;
  const attacker = await takeFirst(started);
  await invite(started, 'default');
  const { invitation_id } = await service.db
    .selectFrom('member_invitations')
    .select('invitation_id')
    .where('joined_at', 'is', null)
    .executeTakeFirstOrThrow();
  const { cookie } = attacker;
  const listed = await app.inject({ url: '/auth/invitations', headers: { ...HERE, cookie } });
  assert.deepEqual(listed.json(), { has_place: true, invitations: [] });
  assert.equal((await post(app, '/auth/accept-invitation', { invitation_id }, { cookie })).status, 404);
  const again = await signIn(app);
  assert.deepEqual(await tenantsOf(started, again.cookie), ['mallory']);
});

testOnOneDatabase(
  'gives-the-operator-s-role-also-to-who-was-invited-elsewhere-first',
  async (location, t) => {
    const started = await withProvider(t, location, { ASSIZE_OIDC_ROLE: 'viewer' });
    await takeFirst(started);
    const { cookie } = await signInElsewhere(started);
    assert.deepEqual(await tenantsOf(started, cookie), ['default', 'mallory']);
  },
);

testOnOneDatabase('a-mailed-link-proves-the-address-and-a-shown-one-does-not', async (location, t) => {
  const mail = await startMailServer(t);
  const started = await startTestService(t, location, { ASSIZE_SMTP_URL: mail.url });
  const { app, service } = started;
  const attacker = await takeFirst(started);
  // With the displayed link, the owner can't take what the other has; with the mailed link they can.
  const shown = { token: await invite(started, 'default'), name: 'Dana Diaz', password: OTHER };
  assert.equal((await post(app, '/auth/join', shown)).status, 409);
  const offer = { email: EMAIL, role: 'admin' };
  const sent = await post(app, '/api/v1/members/invitations', offer, { 'x-api-key': PRODUCTION_KEY });
  assert.deepEqual([sent.status, sent.body.link], [201, null]);
  const token = /\/join#([\w-]+)/.exec(mail.received.at(-1)?.text ?? '')?.[1];
  const forged = { ...shown, token: `${token?.slice(0, 43)}${'A'.repeat(43)}` };
  assert.equal((await post(app, '/auth/join', forged)).status, 409);
  const owner = await post(app, '/auth/join', { ...shown, token });
  assert.equal(owner.status, 200, JSON.stringify(owner.body));
  assert.deepEqual(await tenantsOf(started, owner.cookie), ['default', 'mallory']);
  await until(async () => (await me(app, attacker.cookie)) === 401);
  assert.equal((await signIn(app, PASSWORD)).status, 401);
  const [person] = await service.db.selectFrom('people').select(['address_proven_at', 'name']).execute();
  assert.notEqual(person?.address_proven_at, null);
  assert.equal(person?.name, 'Dana Diaz');
});

testOnOneDatabase('a-mailed-reset-gives-the-account-to-its-owner', async (location, t) => {
  const mail = await startMailServer(t);
  const started = await startTestService(t, location, { ASSIZE_SMTP_URL: mail.url });
  const { app } = started;
  const attacker = await takeFirst(started);
  await post(app, '/auth/reset-request', { email: EMAIL });
  await until(() => mail.received.length === 1);
  const token = /\/reset#([\w-]+)/.exec(mail.received[0]?.text ?? '')?.[1];
  assert.equal((await post(app, '/auth/reset', { token, password: OTHER })).status, 200);
  await until(async () => (await me(app, attacker.cookie)) === 401);
  await invite(started, 'default');
  const { cookie } = await signIn(app, OTHER);
  const listed = await app.inject({ url: '/auth/invitations', headers: { ...HERE, cookie } });
  assert.equal(listed.json().invitations.length, 1, 'it is the caller’s address');
});

testOnOneDatabase('an-invitation-tells-of-no-account', async (location, t) => {
  const started = await startTestService(t, location);
  const { app } = started;
  await takeFirst(started);
  const answers = [];
  for (const email of [EMAIL, 'no-one@acme.example']) {
    const token = await invite(started, 'default', email);
    const shown = await post(app, '/auth/invitation', { token });
    const { tenant, role, ...rest } = shown.body;
    const weak = await post(app, '/auth/join', { token, name: 'Eve', password: 'Password123!' });
    answers.push([shown.status, tenant, role, Object.keys(rest), weak.status, weak.body]);
  }
  assert.deepEqual(answers[0], answers[1]);
});
