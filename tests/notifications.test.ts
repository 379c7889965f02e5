/** Each member says how they are told: the wishes are theirs alone, and a wish that makes no sense is refused. */
import assert from 'node:assert/strict';
import { forgetNotifications } from '@assize/service/channels/notifying/index.ts';
import { removeMember } from '@assize/service/members/index.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { startTestService } from './support/http/in-process.ts';
import { type SignedIn, signedIn } from './support/people/members.ts';

const URL = '/api/v1/members/me/notifications';
const DEFAULTS = { mail: true, push: true, quiet: null, digest_above: null };
const QUIET = { from: '22:00', to: '07:00', time_zone: 'Europe/Berlin', except_risk_at_least: 'critical' };
const WISHES = { mail: false, push: true, quiet: QUIET, digest_above: 5 };

testOnEachDatabase('keeps-the-wishes-of-each-member', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const [dana, eve] = [
    await signedIn(service, 'default', 'viewer', 'dana'),
    await signedIn(service, 'default', 'owner'),
  ];
  const get = async ({ headers }: SignedIn) =>
    (await app.inject({ url: URL, headers: { ...headers } })).json();
  const put = async ({ headers }: SignedIn, payload: object) => {
    const answer = await app.inject({ method: 'PUT', url: URL, headers: { ...headers }, payload });
    return { status: answer.statusCode, body: answer.json() };
  };
  assert.deepEqual(await get(dana), DEFAULTS);
  assert.deepEqual(await put(dana, WISHES), { status: 200, body: WISHES });
  assert.deepEqual([await get(dana), await get(eve)], [WISHES, DEFAULTS]);
  for (const [field, wrong] of [
    ['quiet.to', { quiet: { ...QUIET, to: '22:00' } }],
    ['quiet.to', { quiet: { ...QUIET, to: '24:00' } }],
    ['quiet.from', { quiet: { ...QUIET, from: '9:00' } }],
    ['quiet.time_zone', { quiet: { ...QUIET, time_zone: 'Europe/Nowhere' } }],
    ['quiet.except_risk_at_least', { quiet: { ...QUIET, except_risk_at_least: 'some' } }],
    ['digest_above', { digest_above: 0 }],
    ['digest_above', { digest_above: 1.5 }],
    ['mail', { mail: 'yes' }],
    ['sms', { sms: true }],
  ] as const) {
    const { status, body } = await put(dana, { ...WISHES, ...wrong });
    assert.equal(status, 422, field);
    const fields = body.detail.map(({ loc }: { loc: string[] }) => loc.slice(1).join('.'));
    assert.ok(
      fields.some((each: string) => each.startsWith(field)),
      `${field}: ${fields}`,
    );
  }
  assert.deepEqual(await put(dana, DEFAULTS), { status: 200, body: DEFAULTS });
  assert.deepEqual(await get(dana), DEFAULTS);
});

testOnEachDatabase('forgets-what-a-member-had-set-once-they-left', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const [dana, eve] = [
    await signedIn(service, 'default', 'approver', 'dana'),
    await signedIn(service, 'default', 'owner', 'eve'),
  ];
  for (const { headers } of [dana, eve]) {
    await app.inject({ method: 'PUT', url: URL, headers: { ...headers }, payload: WISHES });
  }
  const { tenant_id: tenantId } = await service.db
    .selectFrom('tenants')
    .select('tenant_id')
    .executeTakeFirstOrThrow();
  await removeMember(service, { tenantId, maker: null }, dana.memberId);
  await forgetNotifications(service.db, service.clock.now());
  const left = await service.db.selectFrom('member_notifications').select('member_id').execute();
  assert.deepEqual(left, [{ member_id: eve.memberId }]);
});
