/** How people sign in and out: passwords, second factors, links that work once, and sessions that end. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashToken } from '@assize/service/members/identity/index.ts';
import { beginReset } from '@assize/service/members/joining/index.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { startTestService } from './support/http/in-process.ts';
import { newSession, signedIn } from './support/people/members.ts';
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

testOnEachDatabase('makes-the-first-owner-by-a-link-that-works-once', async (location, t) => {
  const started = await startTestService(t, location);
  const { app, service } = started;
  const token = await invitation(started, null);
  const weak = await post(app, '/auth/join', { token, name: 'Dana', email: EMAIL, password: 'Password123!' });
  assert.equal(weak.status, 422);
  const { cookie } = await joined(started);
  assert.equal(await me(app, cookie), 200);
  const second = { token, name: 'Eve', email: 'eve@acme.example', password: OTHER };
  assert.equal(
    (await post(app, '/auth/join', second)).status,
    404,
    'an earlier link ends with the first member',
  );
  const other = { name: 'Eve', email: 'eve@acme.example', password: OTHER };
  const used = await invitation(started, 'eve@acme.example');
  assert.equal((await post(app, '/auth/join', { ...other, token: used })).status, 200);
  assert.equal((await post(app, '/auth/join', { ...other, token: used })).status, 404);
  assert.equal((await post(app, '/auth/invitation', { token: used })).status, 404);

  const late = await invitation(started, 'late@acme.example');
  await service.db
    .updateTable('member_invitations')
    .set({ expires_at: service.clock.now() - 1 })
    .execute();
  assert.equal((await post(app, '/auth/join', { ...other, token: late })).status, 404);
  const forAnother = await invitation(started, 'frank@acme.example');
  assert.equal((await post(app, '/auth/join-signed-in', { token: forAnother }, { cookie })).status, 403);
});

testOnOneDatabase('keeps-no-token-and-no-password-in-the-database', async (location, t) => {
  const started = await startTestService(t, location);
  const { cookie, token } = await joined(started);
  const reset = await beginReset(started.service, EMAIL, 'hand');
  const session = /assize\.session=([^.]+)/.exec(cookie)?.[1] ?? '';
  const { db } = started.service;
  const kept = JSON.stringify([
    await db.selectFrom('person_sessions').selectAll().execute(),
    await db.selectFrom('person_accounts').selectAll().execute(),
    await db.selectFrom('person_verifications').selectAll().execute(),
    await db.selectFrom('member_invitations').selectAll().execute(),
    await db
      .selectFrom('payloads' as 'people')
      .selectAll()
      .execute()
      .catch(() => []),
  ]);
  assert.ok(kept.includes(hashToken(session)));
  assert.match(kept, /"scrypt\$32768\$8\$3\$/);
  for (const secret of [session, token, PASSWORD, reset?.token ?? '']) {
    assert.ok(secret.length > 20 && !kept.includes(secret));
  }
});

testOnOneDatabase('slows-a-thousand-wrong-passwords-and-lets-the-owner-in', async (location, t) => {
  const started = await startTestService(t, location);
  const { app } = started;
  await joined(started);
  const statuses = new Map<number, number>();
  for (let tried = 0; tried < 1000; tried += 1) {
    const { status } = await signIn(app, `wrong password ${tried}`, '203.0.113.9');
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  assert.deepEqual([...statuses.keys()].sort(), [401, 429]);
  assert.ok((statuses.get(401) ?? 0) <= 10, `${statuses.get(401)} passwords were looked at`);
  await lengthenPauses(started);
  assert.equal((await signIn(app, PASSWORD, '203.0.113.9')).status, 429);
  assert.equal((await signIn(app, PASSWORD, '198.51.100.7')).status, 200);
  const unknown = { email: 'no-one@acme.example', password: OTHER };
  const answer = await post(app, '/auth/sign-in/email', unknown, {}, '198.51.100.8');
  const wrong = await signIn(app, OTHER, '198.51.100.8');
  assert.deepEqual([answer.status, answer.body], [wrong.status, wrong.body]);
});

testOnOneDatabase('asks-for-the-second-factor-before-there-is-a-session', async (location, t) => {
  const started = await startTestService(t, location);
  const { app, service } = started;
  const { cookie } = await joined(started);
  const enabled = await post(app, '/auth/two-factor/enable', { password: PASSWORD }, { cookie });
  assert.equal(enabled.status, 200, JSON.stringify(enabled.body));
  const secret = new URL(enabled.body.totpURI).searchParams.get('secret') ?? '';
  // Uses the next code already, because the service allows for clock differences.
  const code = (ahead = 0) => totp(secret, Date.now() + ahead * 30_000);
  const setUp = code();
  const verified = await post(app, '/auth/two-factor/verify-totp', { code: setUp }, { cookie });
  assert.equal(verified.status, 200, JSON.stringify(verified.body));

  const first = await signIn(app);
  assert.deepEqual([first.status, first.session], [200, undefined]);
  assert.equal(first.body.twoFactorRedirect, true);
  assert.equal(await me(app, first.cookie), 401);
  const wrong = await post(app, '/auth/two-factor/verify-totp', { code: '000000' }, { cookie: first.cookie });
  assert.deepEqual([wrong.status, wrong.session], [401, undefined]);
  const again = await post(app, '/auth/two-factor/verify-totp', { code: setUp }, { cookie: first.cookie });
  assert.deepEqual(
    [again.status, again.session],
    [401, undefined],
    'the set-up code does not sign anyone in',
  );
  const renewed = await signIn(app);
  const used = code(1);
  const right = await post(app, '/auth/two-factor/verify-totp', { code: used }, { cookie: renewed.cookie });
  assert.equal(await me(app, right.cookie), 200);
  const overTheShoulder = await signIn(app);
  const seen = await post(
    app,
    '/auth/two-factor/verify-totp',
    { code: used },
    { cookie: overTheShoulder.cookie },
  );
  assert.deepEqual([seen.status, seen.session], [401, undefined]);
  assert.match(seen.body.detail, /was used/);
  const second = await signIn(app);
  const [backup] = enabled.body.backupCodes;
  const byBackup = { code: backup };
  const entered = await post(app, '/auth/two-factor/verify-backup-code', byBackup, { cookie: second.cookie });
  assert.equal(await me(app, entered.cookie), 200);
  const third = await signIn(app);
  const twice = await post(app, '/auth/two-factor/verify-backup-code', byBackup, { cookie: third.cookie });
  assert.deepEqual([twice.status, twice.session], [401, undefined]);
  const stored = await service.db.selectFrom('person_second_factors').selectAll().execute();
  assert.ok(!JSON.stringify(stored).includes(backup));
});

testOnOneDatabase('takes-changes-with-a-session-only-from-its-own-pages', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const { headers } = await signedIn(service, 'default', 'owner');
  const offer = { email: 'eve@acme.example', role: 'viewer' };
  for (const origin of ['https://evil.example', 'null', 'http://localhost:81', undefined]) {
    for (const url of ['/api/v1/members/invitations', '/auth/sign-out', '/auth/reset-request']) {
      const { status } = await post(app, url, offer, { ...headers, origin });
      assert.equal(status, 403, `${url} from ${origin}`);
    }
  }
  assert.equal((await post(app, '/api/v1/members/invitations', offer, headers)).status, 201);
});

testOnOneDatabase('takes-changes-with-a-session-only-by-the-scheme-that-people-use', async (location, t) => {
  for (const scheme of ['https', 'http'] as const) {
    const base = { ASSIZE_BASE_URL: `${scheme}://assize.example` };
    const { app, service } = await startTestService(t, location, base);
    const { headers } = await signedIn(service, 'default', 'owner', scheme);
    // A proxy that ends TLS uses plain HTTP, and may name the port.
    for (const host of ['assize.example', `assize.example:${scheme === 'https' ? 443 : 80}`]) {
      for (const other of ['https', 'http']) {
        const origin = `${other}://assize.example`;
        const offer = { email: `${host.length}@acme.example`, role: 'viewer' };
        const { status } = await post(app, '/api/v1/members/invitations', offer, {
          ...headers,
          host,
          origin,
        });
        assert.equal(status, other === scheme ? 201 : 403, `${origin} at ${base.ASSIZE_BASE_URL}`);
      }
    }
  }
});

testOnOneDatabase('is-of-one-clock-with-the-rest-of-the-service', async (location, t) => {
  for (const [place, days] of [-30, 30].entries()) {
    const moved = { ASSIZE_TEST_CLOCK_OFFSET_MS: String(days * 86_400_000) };
    const started = await startTestService(t, location, moved);
    const { app } = started;
    const email = `dana-${place}@acme.example`;
    const token = await invitation(started, email);
    const in_ = await post(app, '/auth/join', { token, name: `Dana ${place}`, password: PASSWORD });
    assert.equal(in_.status, 200, JSON.stringify(in_.body));
    assert.equal(await me(app, in_.cookie), 200);
    const again = await post(app, '/auth/sign-in/email', { email, password: PASSWORD });
    assert.equal(await me(app, again.cookie), 200);
    const keys = { url: '/auth/passkey/list-user-passkeys', headers: { ...HERE, cookie: again.cookie } };
    assert.equal((await app.inject(keys)).statusCode, 200, 'the library reads it too');
    const begun = { name: 'A passkey' };
    const asked = await post(app, '/auth/passkey/begin-registration', begun, { cookie: again.cookie });
    assert.equal(asked.status, 200, 'the sign-in is fresh');
  }
});

testOnOneDatabase('begins-its-own-session-and-never-takes-over-one', async (location, t) => {
  const started = await startTestService(t, location);
  const { app, service } = started;
  const { cookie } = await joined(started);
  const made = { cookie: `assize.session=${'f'.repeat(32)}.signature` };
  const body = { email: EMAIL, password: PASSWORD };
  const { session = '' } = await post(app, '/auth/sign-in/email', body, made);
  assert.ok(session !== '' && !session.includes('f'.repeat(32)));
  assert.match(session, /HttpOnly/);
  assert.match(session, /SameSite=Strict/i);
  assert.equal(await me(app, made.cookie), 401);

  const { id } = await service.db.selectFrom('people').select('id').executeTakeFirstOrThrow();
  const elsewhere = `assize.session=${await newSession(service, id)}.signature`;
  assert.equal(await me(app, elsewhere), 200);
  assert.equal((await post(app, '/auth/revoke-other-sessions', {}, { cookie })).status, 200);
  await until(async () => (await me(app, elsewhere)) === 401);
  assert.equal(await me(app, cookie), 200);
  assert.equal((await post(app, '/auth/sign-out', {}, { cookie })).status, 200);
  assert.equal(await me(app, cookie), 401);
});

test('codes-are-computed-as-in-the-standard', () => {
  // RFC 6238, appendix B, last six digits.
  assert.equal(totp('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 59_000), '287082');
});
