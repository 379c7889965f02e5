/** A reset ends everything that began before it, even a sign-in whose password was being checked at the time. */
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { hashPassword } from '@assize/service/members/identity/passwords.ts';
import { beginReset } from '@assize/service/members/joining/index.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { startTestService } from './support/http/in-process.ts';
import { EMAIL, joined, me, OTHER, PASSWORD, post, signIn } from './support/people/sign-in.ts';
import { totp } from './support/people/totp.ts';
import { until } from './support/until.ts';

const SET_MEANWHILE = hashPassword(OTHER);

testOnEachDatabase('no-sign-in-by-the-old-password-outlasts-a-reset', async (location, t) => {
  const started = await startTestService(t, location);
  const { app, service } = started;
  const { db } = service;
  await joined(started);
  const trying = signIn(app, PASSWORD, '10.4.0.1');
  // The attempt is counted, so the old password is being checked, which takes longer than the reset on another node.
  const counted = db.selectFrom('sign_in_failures').select('subject').where('subject', 'like', 'address:%');
  while ((await counted.execute()).length === 0) await setTimeout(2);
  await setTimeout(30);
  await db
    .updateTable('person_accounts')
    .set({ password: await SET_MEANWHILE })
    .execute();
  await db.deleteFrom('person_sessions').execute();
  const { status, session } = await trying;
  const left = await db.selectFrom('person_sessions').select('id').execute();
  assert.deepEqual([status, session, left], [401, undefined, []]);
});

testOnOneDatabase('a-code-ends-no-sign-in-that-a-reset-came-after', async (location, t) => {
  const started = await startTestService(t, location);
  const { app, service } = started;
  const { cookie } = await joined(started);
  const enabled = await post(app, '/auth/two-factor/enable', { password: PASSWORD }, { cookie });
  const secret = new URL(enabled.body.totpURI).searchParams.get('secret') ?? '';
  const on = await post(app, '/auth/two-factor/verify-totp', { code: totp(secret) }, { cookie });
  assert.equal(on.status, 200);
  const half = await signIn(app);
  const begun = await beginReset(service, EMAIL, 'hand');
  const wanted = { token: begun?.token, password: OTHER, keep_second_factor: true };
  assert.equal((await post(app, '/auth/reset', wanted)).status, 200);
  const code = { code: totp(secret, Date.now() + 30_000) };
  const late = await post(app, '/auth/two-factor/verify-totp', code, { cookie: half.cookie });
  assert.deepEqual([late.status, late.session], [401, undefined]);
});

testOnOneDatabase('a-new-password-makes-the-links-for-another-useless', async (location, t) => {
  const started = await startTestService(t, location);
  const { app, service } = started;
  const { cookie } = await joined(started);
  const begun = await beginReset(service, EMAIL, 'mail');
  const change = { current_password: PASSWORD, password: OTHER };
  assert.equal((await post(app, '/auth/change-password', change, { cookie })).status, 200);
  const late = await post(app, '/auth/reset', { token: begun?.token, password: PASSWORD });
  assert.equal(late.status, 404, JSON.stringify(late.body));
  await until(async () => (await me(app, cookie)) === 401);
});
