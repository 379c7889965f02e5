/** A request belongs to one person: no spelling of its cookies is one session here and another for the library. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { startTestService } from './support/http/in-process.ts';
import { device } from './support/people/authenticator.ts';
import { register } from './support/people/passkeys.ts';
import {
  EMAIL,
  HERE,
  invitation,
  joined,
  lengthenPauses,
  OTHER,
  PASSWORD,
  post,
  signIn,
} from './support/people/sign-in.ts';
import { totp } from './support/people/totp.ts';

const MALLORY = 'mallory@acme.example';

/** Returns one person's session that began long ago, and another person's. */
async function twoSessions(t: TestContext, location: DatabaseLocation) {
  const started = await startTestService(t, location, { ASSIZE_BASE_URL: HERE.origin });
  const { cookie: stolen } = await joined(started);
  const at = new Date(started.service.clock.now() - 3_600_000).toISOString();
  await started.service.db.updateTable('person_sessions').set({ created_at: at }).execute();
  const token = await invitation(started, MALLORY);
  const { cookie: own } = await post(started.app, '/auth/join', { token, name: 'Mallory', password: OTHER });
  return { ...started, started, stolen, own };
}

testOnOneDatabase('two-sessions-in-one-request-make-no-passkey-for-the-other', async (location, t) => {
  const { app, service, stolen, own } = await twoSessions(t, location);
  for (const cookie of [
    `x=1;${stolen}; ${own}`,
    `${stolen};${own}`,
    `${stolen}; ${own}`,
    `${own}; ${stolen}`,
  ]) {
    await register(app, cookie, device(), OTHER);
  }
  const made = await service.db
    .selectFrom('person_passkeys')
    .innerJoin('people', 'people.id', 'person_passkeys.user_id')
    .select('people.email')
    .execute();
  assert.deepEqual(made, [{ email: MALLORY }]);
});

testOnOneDatabase(
  'passwords-are-guessed-no-faster-by-another-spelling-of-the-cookie',
  async (location, t) => {
    const { app, started, stolen } = await twoSessions(t, location);
    const spellings = [
      stolen.replace(/(=[^.]*)\./, '$1%2E'),
      stolen.replace(/=(.*)$/, '="$1"'),
      stolen.replace('=', '= '),
      `x=1;${stolen}`,
    ];
    const enable = (cookie: string) => post(app, '/auth/two-factor/enable', { password: OTHER }, { cookie });
    for (let tried = 0; tried < 5; tried += 1) await enable(stolen);
    await lengthenPauses(started);
    for (const cookie of spellings) {
      const { status, body } = await enable(cookie);
      assert.ok([401, 429].includes(status), `${cookie}: ${status}`);
      assert.doesNotMatch(String(body.detail), /password/);
    }
  },
);

testOnOneDatabase('a-code-signs-in-once-also-beside-another-session', async (location, t) => {
  const { app, stolen: cookie, own } = await twoSessions(t, location);
  const enabled = await post(app, '/auth/two-factor/enable', { password: PASSWORD }, { cookie });
  const secret = new URL(enabled.body.totpURI).searchParams.get('secret') ?? '';
  const code = { code: totp(secret) };
  assert.equal((await post(app, '/auth/two-factor/verify-totp', code, { cookie })).status, 200);
  const half = await signIn(app);
  const unsigned = own.replace(/(=[^.]*)\.[^;]*/, '$1.unsigned');
  const again = await post(app, '/auth/two-factor/verify-totp', code, {
    cookie: `${unsigned}; ${half.cookie}`,
  });
  assert.notEqual(again.body.user?.email, EMAIL, JSON.stringify(again.body));
});
