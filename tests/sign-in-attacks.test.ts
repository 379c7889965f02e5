/** Attacks by strangers at sign-in, and what these must not reveal or leave behind. */
import assert from 'node:assert/strict';
import { inviteMember } from '@assize/service/members/joining/index.ts';
import { ensureTenant } from '@assize/service/tenants/index.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { startTestService } from './support/http/in-process.ts';
import { signedIn } from './support/people/members.ts';
import {
  EMAIL,
  HERE,
  invitation,
  joined,
  lengthenPauses,
  me,
  OTHER,
  PASSWORD,
  post,
  signIn,
} from './support/people/sign-in.ts';
import { totp } from './support/people/totp.ts';
import { until } from './support/until.ts';

testOnOneDatabase('lets-the-owner-in-again-after-a-while', async (location, t) => {
  const started = await startTestService(t, location);
  const { app, service } = started;
  await joined(started);
  for (let tried = 0; tried < 5; tried += 1) await signIn(app, `wrong password ${tried}`);
  await lengthenPauses(started);
  assert.equal((await signIn(app)).status, 429);
  const longest = 15 * 60_000;
  await service.db
    .updateTable('sign_in_failures')
    .set((row) => ({ failures: 1000, last_at: row('last_at', '-', longest) }))
    .execute();
  assert.equal((await signIn(app)).status, 200);
});

testOnEachDatabase('right-passwords-slow-no-one-down', async (location, t) => {
  const started = await startTestService(t, location);
  const { app, service } = started;
  await joined(started);
  await signIn(app, OTHER);
  // The last free attempt for an address that many people share.
  await service.db.deleteFrom('sign_in_failures').where('subject', 'like', 'pair:%').execute();
  await service.db.updateTable('sign_in_failures').set({ failures: 49 }).execute();
  for (let tried = 0; tried < 3; tried += 1) assert.equal((await signIn(app)).status, 200);
  assert.equal((await signIn(app, OTHER)).status, 401);
  const counted = await service.db
    .selectFrom('sign_in_failures')
    .select('failures')
    .where('subject', 'like', 'address:%')
    .execute();
  assert.deepEqual(counted, [{ failures: 50 }]);
});

testOnOneDatabase('counts-a-customer-s-addresses-as-one', async (location, t) => {
  const started = await startTestService(t, location);
  const { app } = started;
  await joined(started);
  const statuses: number[] = [];
  for (let tried = 0; tried < 8; tried += 1) {
    if (tried === 5) await lengthenPauses(started);
    statuses.push((await signIn(app, 'a wrong password', `2001:db8:1:2::${tried}`)).status);
  }
  assert.deepEqual(statuses.slice(5), [429, 429, 429]);
  assert.equal((await signIn(app, PASSWORD, '2001:db8:1:3::1')).status, 200);
});

testOnOneDatabase('believes-a-trusted-proxy-alone-where-a-request-came-from', async (location, t) => {
  const started = await startTestService(t, location, { ASSIZE_TRUSTED_PROXIES: '10.0.0.0/8, fd00::1' });
  const { app } = started;
  await joined(started);
  const body = { email: EMAIL, password: PASSWORD };
  const from = async (peer: string, forwarded: string) => {
    const headers = {
      'x-forwarded-for': forwarded,
      'x-forwarded-host': 'evil.example',
      'user-agent': 'Test',
    };
    const { status, cookie } = await post(app, '/auth/sign-in/email', body, headers, peer);
    assert.equal(status, 200);
    const listed = await app.inject({ url: '/auth/sessions', headers: { ...HERE, cookie } });
    return listed.json().sessions.find((each: { is_this: boolean }) => each.is_this).address;
  };
  assert.equal(await from('10.0.0.9', '198.51.100.7'), '198.51.100.7');
  assert.equal(await from('fd00::1', '198.51.100.7'), '198.51.100.7');
  assert.equal(await from('10.0.0.9', '1.1.1.1, 198.51.100.7, 10.1.1.1'), '198.51.100.7');
  assert.equal(await from('203.0.113.9', '198.51.100.7'), '203.0.113.9');

  // All names that are invented for one attempt count as one.
  const statuses: number[] = [];
  for (let tried = 0; tried < 8; tried += 1) {
    if (tried === 5) await lengthenPauses(started);
    const headers = { 'x-forwarded-for': `192.0.2.${tried}, 203.0.113.77` };
    const wrong = { ...body, password: 'a wrong password' };
    statuses.push((await post(app, '/auth/sign-in/email', wrong, headers, '10.0.0.9')).status);
  }
  assert.deepEqual(statuses.slice(5), [429, 429, 429]);
});

testOnOneDatabase('tells-a-stranger-of-no-account', async (location, t) => {
  const started = await startTestService(t, location);
  const { app, service } = started;
  await joined(started);
  // A person who only signs in elsewhere, and has no password.
  const { email } = await signedIn(service, 'default', 'viewer', 'elsewhere');
  const answers = await Promise.all(
    [EMAIL, email, 'no-one@acme.example'].map((each, place) =>
      post(app, '/auth/sign-in/email', { email: each, password: OTHER }, {}, `10.1.0.${place}`),
    ),
  );
  for (const { status, body } of answers) assert.deepEqual([status, body], [401, answers[0]?.body]);
});

testOnOneDatabase('a-password-asked-for-once-more-is-guessed-no-faster', async (location, t) => {
  const started = await startTestService(t, location);
  const { cookie } = await joined(started);
  const statuses: number[] = [];
  const asked = [
    ['/auth/two-factor/enable', { password: OTHER }],
    ['/auth/change-password', { current_password: OTHER, password: 'velvet anchor morning 93' }],
  ] as const;
  for (let tried = 0; tried < 8; tried += 1) {
    if (tried === 5) await lengthenPauses(started);
    const [url, body] = asked[tried % 2] ?? asked[0];
    statuses.push((await post(started.app, url, body, { cookie })).status);
  }
  assert.ok(
    statuses.slice(0, 5).every((status) => status === 400 || status === 401),
    statuses.join(),
  );
  assert.deepEqual(statuses.slice(5), [429, 429, 429]);
});

testOnOneDatabase('codes-are-not-guessed', async (location, t) => {
  const started = await startTestService(t, location);
  const { app } = started;
  const { cookie } = await joined(started);
  const enabled = await post(app, '/auth/two-factor/enable', { password: PASSWORD }, { cookie });
  const secret = new URL(enabled.body.totpURI).searchParams.get('secret') ?? '';
  const on = await post(app, '/auth/two-factor/verify-totp', { code: totp(secret) }, { cookie });
  assert.equal(on.status, 200);
  const wrong = totp(secret, Date.now() - 3_600_000);
  let looked = 0;
  for (let tried = 0; tried < 40; tried += 1) {
    const from = `10.2.0.${tried}`;
    const { cookie: asked } = await signIn(app, PASSWORD, from);
    const { status } = await post(
      app,
      '/auth/two-factor/verify-totp',
      { code: wrong },
      { cookie: asked },
      from,
    );
    assert.ok([401, 429].includes(status), `${status}`);
    if (status === 401) looked += 1;
  }
  assert.ok(looked <= 10, `${looked} codes were looked at`);
  // A trusted browser would pass without a code for a month.
  const trusting = { code: totp(secret), trustDevice: true };
  assert.equal((await post(app, '/auth/two-factor/verify-totp', trusting, { cookie })).status, 422);
});

testOnEachDatabase('an-invitation-is-used-by-one-of-many-at-once', async (location, t) => {
  const started = await startTestService(t, location);
  const { app, service } = started;
  const token = await invitation(started, null);
  const join = (email: string) => post(app, '/auth/join', { token, name: 'Eve', email, password: PASSWORD });
  const answers = await Promise.all([1, 1, 2, 2].map((place) => join(`eve-${place}@acme.example`)));
  assert.deepEqual(answers.map(({ status }) => (status === 200 ? 'in' : 'out')).sort(), [
    'in',
    'out',
    'out',
    'out',
  ]);
  for (const { status, session } of answers) assert.equal(status === 200, session !== undefined);
  // A person who came too late gets no account, which would block their own invitation.
  const people = await service.db.selectFrom('people').select('email').execute();
  assert.equal(people.length, 1, JSON.stringify(people));
  // The address is that of the invitation, and not another in the request.
  const forEve = await invitation(started, 'eve@acme.example');
  const body = { token: forEve, name: 'M', email: 'mallory@evil.example', password: OTHER };
  const { cookie } = await post(app, '/auth/join', body);
  const who = await app.inject({ url: '/api/v1/me', headers: { ...HERE, cookie } });
  assert.equal(who.json().email, 'eve@acme.example');
});

testOnOneDatabase('who-was-removed-comes-back-by-a-new-invitation-alone', async (location, t) => {
  const started = await startTestService(t, location);
  const { app, service } = started;
  const { cookie } = await joined(started);
  await service.db.updateTable('members').set({ removed_at: service.clock.now() }).execute();
  await until(async () => (await me(app, cookie)) === 401);
  const refused = await signIn(app);
  assert.deepEqual([refused.status, refused.session], [403, undefined]);
  // An account with an unproven address opens nothing without the link.
  const other = await ensureTenant(service, 'other', 'enterprise');
  const offer = { email: EMAIL, role: 'owner', sandboxRole: null } as const;
  const { invitation: elsewhere } = await inviteMember(service, other, null, offer);
  const back = await signIn(app);
  assert.equal(back.status, 200);
  const listed = await app.inject({ url: '/auth/invitations', headers: { ...HERE, cookie: back.cookie } });
  assert.deepEqual(listed.json(), { has_place: false, invitations: [] });
  const unasked = { invitation_id: elsewhere.invitationId };
  assert.equal((await post(app, '/auth/accept-invitation', unasked, { cookie: back.cookie })).status, 404);
  for (const url of ['/auth/sessions', '/auth/passkey/list-user-passkeys', '/api/v1/me']) {
    const { statusCode } = await app.inject({ url, headers: { ...HERE, cookie: back.cookie } });
    assert.ok([401, 403].includes(statusCode), `${url}: ${statusCode}`);
  }
  const link = { token: await invitation(started, EMAIL) };
  assert.equal((await post(app, '/auth/join-signed-in', link, { cookie: back.cookie })).status, 200);
  const who = await app.inject({ url: '/api/v1/me', headers: { ...HERE, cookie: back.cookie } });
  assert.deepEqual([who.json().tenant.name, who.json().tenants.length], ['default', 1]);
});
