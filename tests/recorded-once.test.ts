/** Each change of a person's identity or sign-in has one record in each tenant that they belong to. */
import assert from 'node:assert/strict';
import { beginReset, inviteMember } from '@assize/service/members/joining/index.ts';
import { ensureTenant } from '@assize/service/tenants/index.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { ask, startTestService, type TestService } from './support/http/in-process.ts';
import { device } from './support/people/authenticator.ts';
import { register } from './support/people/passkeys.ts';
import { EMAIL, HERE, joined, OTHER, PASSWORD, post, signIn } from './support/people/sign-in.ts';
import { totp } from './support/people/totp.ts';
import { TRUTH } from './support/truth/truth.ts';

/** @returns the cookie of a person who is an owner here and in another tenant. */
async function inTwoTenants(started: TestService): Promise<string> {
  const { app, service } = started;
  const { cookie } = await joined(started);
  const tenant = await ensureTenant(service, 'other', 'enterprise');
  const offer = { email: EMAIL, role: 'owner' as const, sandboxRole: null };
  const { token } = await inviteMember(service, tenant, null, offer);
  const answer = await post(app, '/auth/join-signed-in', { token }, { cookie });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return cookie;
}

/** Returns, by tenant, the recorded actions of members. */
async function recorded({ service }: TestService): Promise<Map<string, string[]>> {
  const rows = await service.db
    .selectFrom('artifacts')
    .innerJoin('chains', 'chains.chain', 'artifacts.chain')
    .innerJoin('tenants', 'tenants.tenant_id', 'chains.tenant_id')
    .select(['tenants.name', 'artifacts.action'])
    .where('artifacts.action', 'like', 'member.%')
    .where('artifacts.action', '<>', 'member.sign_in')
    .orderBy('artifacts.position')
    .execute();
  const found = Map.groupBy(rows, ({ name }) => name);
  return new Map([...found].map(([name, of]) => [name, of.map(({ action }) => action ?? '')]));
}

testOnEachDatabase('a-change-of-a-person-is-recorded-once-in-each-tenant', async (location, t) => {
  const started = await startTestService(t, location, { ASSIZE_BASE_URL: HERE.origin });
  const { app, service } = started;
  let cookie = await inTwoTenants(started);
  let before = await recorded(started);
  const once = async (what: string, action: string) => {
    const now = await recorded(started);
    for (const tenant of ['default', 'other']) {
      const added = now.get(tenant)?.slice(before.get(tenant)?.length);
      assert.deepEqual(added, [action], `${what}, in ${tenant}`);
    }
    before = now;
  };
  const change = async (url: string, body: object, action = 'member.change_sign_in') => {
    const answer = await post(app, `/auth${url}`, body, { cookie });
    assert.equal(answer.status, 200, `${url}: ${JSON.stringify(answer.body)}`);
    if (answer.session !== undefined) cookie = answer.cookie;
    await once(url, action);
    return answer.body;
  };

  await change('/update-user', { name: 'Dana Diaz' }, 'member.rename');
  const { body: passkey } = await register(app, cookie, device(), PASSWORD);
  await once('a passkey', 'member.change_sign_in');
  await change('/passkey/delete-passkey', { id: passkey.id });
  const { totpURI } = await change('/two-factor/enable', { password: PASSWORD });
  const secret = new URL(totpURI).searchParams.get('secret') ?? '';
  await change('/two-factor/verify-totp', { code: totp(secret) });
  await change('/two-factor/generate-backup-codes', { password: PASSWORD });
  await change('/two-factor/disable', { password: PASSWORD });
  await change('/change-password', { current_password: PASSWORD, password: OTHER });
  const reset = await beginReset(service, EMAIL, 'mail');
  await once('a link', 'member.begin_reset');
  await change('/reset', { token: reset?.token, password: PASSWORD }, 'member.reset_password');
  ({ cookie } = await signIn(app));
  await change('/update-user', { name: 'Dana' }, 'member.rename');

  // An unchanged name changes nothing, and neither does a refused password.
  assert.equal((await post(app, '/auth/update-user', { name: 'Dana' }, { cookie })).status, 200);
  const wrong = { current_password: OTHER, password: OTHER };
  assert.notEqual((await post(app, '/auth/change-password', wrong, { cookie })).status, 200);
  assert.deepEqual(await recorded(started), before);
  assert.deepEqual((await ask(app, 'a', TRUTH)).body.gaps, []);
});
