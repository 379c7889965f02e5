/** After an upgrade, members from an earlier version are not reported as gaps, but later changes to them by SQL are. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { recordChange } from '@assize/service/evidence/changes/index.ts';
import { createLogger } from '@assize/service/logging/log.ts';
import { type Service, startService } from '@assize/service/wiring.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { openWithoutHttp, PRODUCTION_KEY, testConfig } from './support/http/in-process.ts';
import { insertedSession } from './support/people/members.ts';

const MEMBER = 'mbr_0123456789abcdef01234567';
const INVITATION = 'inv_0123456789abcdef01234567';

/** As version 0.1.0 wrote it: no record names how a person signs in. */
async function joinedBefore(service: Service): Promise<string> {
  const { db, clock } = service;
  const { chain, tenantId: tenant_id } = await service.authenticator.authenticate(PRODUCTION_KEY);
  const userId = randomBytes(12).toString('hex');
  const iso = new Date(clock.now()).toISOString();
  const times = { created_at: iso, updated_at: iso };
  const email = 'olga@acme.example';
  await db
    .insertInto('people')
    .values({ id: userId, name: 'Olga', email, email_verified: 1, two_factor_enabled: 0, ...times })
    .execute();
  const at = clock.now();
  const offer = { invitation_id: INVITATION, email, role: 'owner', sandbox_role: null };
  const record = (action: string, actor: string, change: Record<string, string | null>) =>
    recordChange(service, {
      chain,
      stamp: { id: service.ids.ordered('ev', at), at },
      action,
      actor,
      change,
      statements: [],
    });
  await record('member.invite', 'operator', { ...offer, expires_at: new Date(at + 1000).toISOString() });
  const invited = { invited_by: 'operator', invited_at: at, expires_at: at + 1000, joined_at: at };
  await db
    .insertInto('member_invitations')
    .values({ tenant_id, ...offer, token_hash: Buffer.alloc(32), ...invited })
    .execute();
  const place = { member_id: MEMBER, role: 'owner', sandbox_role: null };
  await record('member.join', MEMBER, { ...place, invitation_id: INVITATION });
  await db
    .insertInto('members')
    .values({ tenant_id, user_id: userId, ...place, joined_at: at })
    .execute();
  const { sessionId } = await insertedSession(service, userId);
  await record('member.sign_in', MEMBER, { member_id: MEMBER, way: 'password', session_id: sessionId });
  await db.insertInto('people_due').values({ chain, member_id: MEMBER, user_id: userId }).execute();
  return userId;
}

async function gapsOf(service: Service): Promise<string[]> {
  const { chain } = await service.authenticator.authenticate(PRODUCTION_KEY);
  return (await service.truth.verify(chain)).gaps.map(({ registry, what }) => `${registry}: ${what}`);
}

testOnEachDatabase('members-of-an-earlier-version-are-stated-once', async (location, t) => {
  const { service: before } = await openWithoutHttp(t, location);
  const userId = await joinedBefore(before);
  const due = await before.db.selectFrom('people_due').selectAll().execute();
  assert.deepEqual(await gapsOf(before), [], 'nor before they are stated');
  await before.close();
  const start = async () => {
    const service = await startService(testConfig(location), createLogger('silent'));
    t.after(() => service.close());
    return service;
  };

  const service = await start();
  assert.deepEqual(await service.db.selectFrom('people_due').selectAll().execute(), []);
  assert.deepEqual(await gapsOf(service), []);
  const named = (name: string) =>
    service.db.updateTable('people').set({ name }).where('id', '=', userId).execute();
  await named('Eve');
  assert.match((await gapsOf(service)).join(), /people: Of member mbr_\w+, the name is not as recorded/);
  await service.db.insertInto('people_due').values(due).execute();
  await service.close();

  const again = await start();
  assert.match((await gapsOf(again)).join(), /people: Member mbr_\w+ was taken over after they had records/);
});
