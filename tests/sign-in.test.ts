/** How people come in and go out: passwords, second factors, links that work once, and sessions that end. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { beginReset, hashToken, inviteMember, resetPassword } from '@assize/service/members/index.ts';
import { findTenant } from '@assize/service/tenants/index.ts';
import type { FastifyInstance } from 'fastify';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases.ts';
import { startTestService, type TestService } from './support/in-process.ts';
import { startMailServer } from './support/mail.ts';
import { newSession, signedIn } from './support/members.ts';
import { until } from './support/until.ts';

const HERE = { host: 'localhost:80', origin: 'http://localhost:80' };
const EMAIL = 'dana@acme.example';
const PASSWORD = 'violet harbour tonight 47';
const OTHER = 'granite pelican seldom 12';

async function post(
  app: FastifyInstance,
  url: string,
  body: object,
  headers: object = {},
  from = '10.0.0.1',
) {
  const named = { ...HERE, 'content-type': 'application/json', ...headers };
  const sent = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
  const options = { method: 'POST' as const, url, headers: sent, remoteAddress: from };
  const answer = await app.inject({ ...options, payload: JSON.stringify(body) });
  const cookies = [answer.headers['set-cookie']].flat().map(String);
  const session = cookies.find((each) => /^assize\.session=[^;]/.test(each));
  const cookie = cookies.map((each) => each.split(';')[0]).join('; ');
  return { status: answer.statusCode, body: answer.json(), session, cookie };
}

async function me(app: FastifyInstance, cookie: string): Promise<number> {
  return (await app.inject({ url: '/api/v1/me', headers: { ...HERE, cookie } })).statusCode;
}

async function invitation({ service }: TestService, email: string | null) {
  const tenant = await findTenant(service.db, 'default');
  return (await inviteMember(service, tenant, null, { email, role: 'owner', sandboxRole: null })).token;
}

async function joined(started: TestService) {
  const token = await invitation(started, null);
  const answer = await post(started.app, '/auth/join', {
    token,
    name: 'Dana',
    email: EMAIL,
    password: PASSWORD,
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return { token, cookie: answer.cookie };
}

const signIn = (app: FastifyInstance, password = PASSWORD, from?: string) =>
  post(app, '/auth/sign-in/email', { email: EMAIL, password }, {}, from);

testOnEachDatabase('makes-the-first-owner-by-a-link-that-works-once', async (location, t) => {
  const started = await startTestService(t, location);
  const { app, service } = started;
  const token = await invitation(started, null);
  const weak = await post(app, '/auth/join', { token, name: 'Dana', email: EMAIL, password: 'Password123!' });
  assert.equal(weak.status, 422);
  const { cookie } = await joined(started);
  assert.equal(await me(app, cookie), 200);
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
  const reset = await beginReset(started.service, EMAIL);
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
  const code = () => totp(new URL(enabled.body.totpURI).searchParams.get('secret') ?? '');
  const verified = await post(app, '/auth/two-factor/verify-totp', { code: code() }, { cookie });
  assert.equal(verified.status, 200, JSON.stringify(verified.body));

  const first = await signIn(app);
  assert.deepEqual([first.status, first.session], [200, undefined]);
  assert.equal(first.body.twoFactorRedirect, true);
  assert.equal(await me(app, first.cookie), 401);
  const wrong = await post(app, '/auth/two-factor/verify-totp', { code: '000000' }, { cookie: first.cookie });
  assert.deepEqual([wrong.status, wrong.session], [401, undefined]);
  const right = await post(app, '/auth/two-factor/verify-totp', { code: code() }, { cookie: first.cookie });
  assert.equal(await me(app, right.cookie), 200);
  const second = await signIn(app);
  const [backup] = enabled.body.backupCodes;
  const byBackup = { code: backup };
  const entered = await post(app, '/auth/two-factor/verify-backup-code', byBackup, { cookie: second.cookie });
  assert.equal(await me(app, entered.cookie), 200);
  const third = await signIn(app);
  const again = await post(app, '/auth/two-factor/verify-backup-code', byBackup, { cookie: third.cookie });
  assert.deepEqual([again.status, again.session], [401, undefined]);
  const stored = await service.db.selectFrom('person_second_factors').selectAll().execute();
  assert.ok(!JSON.stringify(stored).includes(backup));
});

testOnEachDatabase('resets-a-password-once-and-ends-every-session', async (location, t) => {
  const started = await startTestService(t, location);
  const { app, service } = started;
  const { cookie } = await joined(started);
  const begun = await beginReset(service, EMAIL);
  const other = await beginReset(service, EMAIL);
  const token = begun?.token ?? '';
  assert.equal((await post(app, '/auth/reset', { token, password: 'password' })).status, 422);
  assert.equal((await post(app, '/auth/reset', { token, password: OTHER })).status, 200);
  for (const used of [token, other?.token]) {
    assert.equal((await post(app, '/auth/reset', { token: used, password: OTHER })).status, 404);
  }
  await until(async () => (await me(app, cookie)) === 401);
  assert.equal((await signIn(app)).status, 401);
  assert.equal((await signIn(app, OTHER)).status, 200);
  const late = await beginReset(service, EMAIL);
  const ended = { ...service, clock: { ...service.clock, now: () => service.clock.now() + 3_600_001 } };
  await assert.rejects(resetPassword(ended, late?.token ?? '', PASSWORD), /was used, or has ended/);
  assert.equal(await beginReset(service, 'no-one@acme.example'), null);
  const changes = await service.db
    .selectFrom('artifacts')
    .select('action')
    .where('action', '=', 'member.reset_password')
    .execute();
  assert.equal(changes.length, 1);
});

testOnOneDatabase('mails-links-and-does-not-tell-who-has-an-account', async (location, t) => {
  const server = await startMailServer(t);
  const started = await startTestService(t, location, { ASSIZE_SMTP_URL: server.url });
  const { app } = started;
  const { cookie } = await joined(started);
  const known = await post(app, '/auth/reset-request', { email: EMAIL });
  const unknown = await post(app, '/auth/reset-request', { email: 'no-one@acme.example' });
  assert.deepEqual([known.status, known.body], [202, unknown.body]);
  await until(async () => server.received.length === 1);
  const [mail] = server.received;
  assert.deepEqual(mail?.envelope.to, [EMAIL]);
  const token = /\/reset#([\w-]+)/.exec(mail?.text ?? '')?.[1];
  assert.equal((await post(app, '/auth/reset', { token, password: OTHER })).status, 200);

  const fresh = await signIn(app, OTHER);
  const offer = { email: 'eve@acme.example', role: 'viewer' };
  const invited = await post(app, '/api/v1/members/invitations', offer, { cookie: fresh.cookie });
  assert.deepEqual([invited.status, invited.body.link], [201, null]);
  assert.match(server.received[1]?.text ?? '', /\/join#[\w-]{40,}/);
  assert.equal(await me(app, cookie), 401);
});

testOnOneDatabase('says-how-to-get-a-link-where-no-mail-is-sent', async (location, t) => {
  const { app } = await startTestService(t, location);
  const { status, body } = await post(app, '/auth/reset-request', { email: EMAIL });
  assert.equal(status, 409);
  assert.match(body.detail, /assize members reset/);
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
  // RFC 6238, appendix B, the last six digits.
  assert.equal(totp('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 59_000), '287082');
});

/** RFC 6238 with SHA-1, six digits, half a minute. */
function totp(secret: string, nowMs = Date.now()): string {
  const bits = [...secret].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter));
  const text = bits.map((each) => each.toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((text.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}
