/** A forgotten password is reset once, by a link that only its owner gets. */
import assert from 'node:assert/strict';
import { beginReset, resetPassword } from '@assize/service/members/joining/index.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { startTestService } from './support/http/in-process.ts';
import { EMAIL, joined, me, OTHER, PASSWORD, post, signIn } from './support/people/sign-in.ts';
import { until } from './support/until.ts';
import { startMailServer } from './support/webhooks/mail.ts';

testOnEachDatabase('resets-a-password-once-and-ends-every-session', async (location, t) => {
  const started = await startTestService(t, location);
  const { app, service } = started;
  const { cookie } = await joined(started);
  const begun = await beginReset(service, EMAIL, 'hand');
  const other = await beginReset(service, EMAIL, 'hand');
  const token = begun?.token ?? '';
  assert.equal((await post(app, '/auth/reset', { token, password: 'password' })).status, 422);
  assert.equal((await post(app, '/auth/reset', { token, password: OTHER })).status, 200);
  for (const used of [token, other?.token]) {
    assert.equal((await post(app, '/auth/reset', { token: used, password: OTHER })).status, 404);
  }
  await until(async () => (await me(app, cookie)) === 401);
  assert.equal((await signIn(app)).status, 401);
  assert.equal((await signIn(app, OTHER)).status, 200);
  const late = await beginReset(service, EMAIL, 'hand');
  const ended = { ...service, clock: { ...service.clock, now: () => service.clock.now() + 3_600_001 } };
  const asked = { token: late?.token ?? '', password: PASSWORD, kept: { passkeys: [], secondFactor: false } };
  await assert.rejects(resetPassword(ended, asked, '10.0.0.1'), /was used, or has ended/);
  assert.equal(await beginReset(service, 'no-one@acme.example', 'mail'), null);
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
  assert.deepEqual(
    server.received.slice(1).map(({ subject }) => subject),
    ['How you sign in to Assize was changed', 'Join default in Assize'],
  );
  assert.match(server.received[2]?.text ?? '', /\/join#[\w-]{86}\n/);
  assert.equal(await me(app, cookie), 401);
});

testOnOneDatabase('says-how-to-get-a-link-where-no-mail-is-sent', async (location, t) => {
  const { app } = await startTestService(t, location);
  const { status, body } = await post(app, '/auth/reset-request', { email: EMAIL });
  assert.equal(status, 409);
  assert.match(body.detail, /assize members reset/);
});
