/** Passkeys are made and used only by their person, and are removed by a reset unless they are confirmed. */
import assert from 'node:assert/strict';
import { beginReset } from '@assize/service/members/joining/index.ts';
import type { FastifyInstance } from 'fastify';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { startTestService, type TestService } from './support/http/in-process.ts';
import { type Device, device } from './support/people/authenticator.ts';
import { ORIGIN, register } from './support/people/passkeys.ts';
import { EMAIL, HERE, joined, me, OTHER, PASSWORD, post, signIn } from './support/people/sign-in.ts';
import { totp } from './support/people/totp.ts';
import { until } from './support/until.ts';
import { startMailServer } from './support/webhooks/mail.ts';

const BASE = { ASSIZE_BASE_URL: HERE.origin };

async function signInWith(app: FastifyInstance, made: Device) {
  const begun = await app.inject({ url: '/auth/passkey/generate-authenticate-options', headers: HERE });
  assert.equal(begun.statusCode, 200, begun.body);
  assert.equal(begun.json().userVerification, 'required');
  const cookie = String(begun.headers['set-cookie']).split(';')[0];
  const response = made.signIn(begun.json(), ORIGIN);
  return post(app, '/auth/passkey/verify-authentication', { response }, { cookie });
}

/** Makes the session as old as one from long ago. */
async function makeStale({ service }: TestService): Promise<void> {
  const at = new Date(service.clock.now() - 3_600_000).toISOString();
  await service.db.updateTable('person_sessions').set({ created_at: at }).execute();
}

async function changesOf({ app }: TestService) {
  const search = { artifact_type: 'governance_change', limit: 100 };
  const { body } = await post(app, '/api/v1/evidence/search', search, {
    'x-api-key': `ak_${'a1'.repeat(16)}`,
  });
  return body.items as { action: string; payload: { change: Record<string, unknown> } }[];
}

testOnOneDatabase('a-session-alone-makes-no-passkey', async (location, t) => {
  const mail = await startMailServer(t);
  const started = await startTestService(t, location, { ...BASE, ASSIZE_SMTP_URL: mail.url });
  const { app } = started;
  const { cookie } = await joined(started);
  await makeStale(started);
  const stolen = await register(app, cookie, device());
  assert.equal(stolen.status, 403, JSON.stringify(stolen.body));
  const unasked = '/auth/passkey/generate-register-options';
  assert.equal((await app.inject({ url: unasked, headers: { ...HERE, cookie } })).statusCode, 404);
  assert.equal((await register(app, cookie, device(), OTHER)).status, 403);
  const own = device();
  const made = await register(app, cookie, own, PASSWORD);
  assert.equal(made.status, 200, JSON.stringify(made.body));
  assert.equal((await signInWith(app, own)).status, 200);

  // It is on record by its id, and its person is notified.
  const changes = (await changesOf(started)).filter(({ action }) => action === 'member.change_sign_in');
  const stated = changes.map(({ payload: { change } }) => [change.what, Object.keys(change.person ?? {})]);
  assert.deepEqual(stated, [['passkey_added', ['email', `passkey:${made.body.id}`]]]);
  await until(() => mail.received.length === 1);
  assert.match(mail.received[0]?.text ?? '', /A passkey was added/);
  assert.deepEqual(mail.received[0]?.envelope.to, [EMAIL]);
});

testOnOneDatabase('a-passkey-is-made-and-used-only-by-a-verified-person', async (location, t) => {
  const started = await startTestService(t, location, BASE);
  const { app } = started;
  const { cookie } = await joined(started);
  const careless = device(false);
  assert.equal((await register(app, cookie, careless)).status, 401);
  const own = device();
  assert.equal((await register(app, cookie, own)).status, 200, 'the sign-in is fresh');
  assert.equal((await signInWith(app, own)).status, 200);
  own.verifies = false;
  const refused = await signInWith(app, own);
  assert.deepEqual([refused.status, refused.session], [401, undefined]);
});

testOnEachDatabase('a-reset-leaves-only-what-is-confirmed', async (location, t) => {
  const started = await startTestService(t, location, BASE);
  const { app, service } = started;
  const { cookie } = await joined(started);
  const [own, attackers] = [device(), device()];
  const kept = await register(app, cookie, own);
  assert.equal((await register(app, cookie, attackers)).status, 200);
  const enabled = await post(app, '/auth/two-factor/enable', { password: PASSWORD }, { cookie });
  const secret = new URL(enabled.body.totpURI).searchParams.get('secret') ?? '';
  const code = { code: totp(secret) };
  const on = await post(app, '/auth/two-factor/verify-totp', code, { cookie });
  assert.equal(on.status, 200);

  const { token = '' } = (await beginReset(service, EMAIL, 'hand')) ?? {};
  const shown = await post(app, '/auth/reset-link', { token });
  assert.deepEqual([shown.body.passkeys.length, shown.body.has_second_factor], [2, true]);
  const reset = { token, password: OTHER, keep_passkeys: [kept.body.id] };
  assert.equal((await post(app, '/auth/reset', reset)).status, 200);
  await until(async () => (await me(app, on.cookie)) === 401);
  assert.equal((await signInWith(app, attackers)).status, 401);
  assert.equal((await signInWith(app, own)).status, 200);
  const bare = await signIn(app, OTHER);
  assert.equal(await me(app, bare.cookie), 200, 'the second factor that was not confirmed is gone');
  const last = (await changesOf(started)).find(({ action }) => action === 'member.reset_password');
  assert.ok(last);
  const removed = Object.entries(last.payload.change.person ?? {}).filter(([, value]) => value === null);
  const kinds = removed.map(([name]) => name.split(':')[0]);
  assert.deepEqual(kinds, ['backup_codes', 'factor', 'passkey']);
  assert.ok(!removed.some(([name]) => name.endsWith(kept.body.id)));

  const begun = await beginReset(service, EMAIL, 'hand');
  assert.equal((await post(app, '/auth/reset', { token: begun?.token, password: PASSWORD })).status, 200);
  assert.equal((await signInWith(app, own)).status, 401);
});
