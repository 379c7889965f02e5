/** A member who leaves loses place, keys and invitations together, or, where that is refused, none of them. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import type { Database } from '@assize/service/database/open.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { requireTrue } from './support/governance/governance.ts';
import { changeSettings } from './support/governance/second-person.ts';
import { connect } from './support/http/client.ts';
import { appOf, ask, assertTrue, openWithoutHttp } from './support/http/in-process.ts';
import { withDatabase } from './support/nodes/promises.ts';
import { askAs } from './support/people/groups.ts';
import { type SignedIn, signedIn } from './support/people/members.ts';
import { type TestTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import { spawnFor } from './support/processes/service.ts';
import { runs } from './support/runner/runs.ts';
import { until } from './support/until.ts';

const MEMBERS = '/api/v1/members';
type App = TestTenant['app'];

async function newKey(app: App, who: SignedIn, environment = 'production') {
  const { scopes } = (await askAs(app, who, '/api/v1/me')).body;
  const body = { name: 'own', environment, scopes };
  const made = await askAs(app, who, '/api/v1/api-keys', { body });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return made.body as { id: string; key: string };
}

testAsTenantOnEachDatabase('who-may-not-leave-keeps-keys-and-role', async (tenant) => {
  const { app, service, name } = tenant;
  const ann = await signedIn(service, name, 'owner', 'Ann');
  const cleo = await signedIn(service, name, 'admin', 'Cleo');
  const keys = [await newKey(app, cleo), await newKey(app, cleo, 'sandbox')];
  const set = await changeSettings(app, ann, () => ({ governance: { second_person: ['policies'] } }));
  assert.equal(set.status, 200);
  const url = `${MEMBERS}/${cleo.memberId}`;
  const refused = [
    await askAs(app, ann, url, { method: 'DELETE' }),
    await askAs(app, ann, url, { method: 'PATCH', body: { role: 'viewer' } }),
    await askAs(app, cleo, url, { method: 'DELETE' }),
  ];
  for (const { status, body } of refused)
    assert.deepEqual([status, body.code], [409, 'last_second_person'], JSON.stringify(body));
  for (const { key } of keys) assert.equal((await ask(app, 'a', '/api/v1/agents', { key })).status, 200);
  await signedIn(service, name, 'admin', 'Dan');
  const { status, body } = await askAs(app, ann, url, { method: 'DELETE' });
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual([...body.revoked_keys].sort(), keys.map(({ id }) => id).sort());
  // A node remembers a key for a moment.
  for (const { key } of keys)
    await until(async () => (await ask(app, 'a', '/api/v1/agents', { key })).status === 403);
  await assertTrue(app);
});

const ROUNDS = runs(3);
/** The number of members who are removed in a round. */
const LEAVING = 12;
const CONNECTIONS = 6;
/** The kill comes at a random moment within this time after the first removal of a round. */
const WITHIN_MS = 60;

interface Left {
  memberId: string;
  keyId: string;
  invitationId: string;
}

testOnEachDatabase('a-member-leaves-with-keys-and-invitations-through-kill-9', async (location, t) => {
  const { key, leaving } = await setUp(t, location);
  let cutOff = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const service = await spawnFor(t, location);
    const client = connect(service.baseUrl, CONNECTIONS);
    let answered = 0;
    const removing = leaving.slice(round * LEAVING, (round + 1) * LEAVING).map(async ({ memberId }) => {
      const call = { method: 'DELETE', key } as const;
      const answer = await client.ask('a', `${MEMBERS}/${memberId}`, call).catch(() => null);
      if (answer === null) cutOff += 1;
      else assert.equal(answer.status, 200, JSON.stringify(answer.body));
      answered += 1;
    });
    await until(() => answered > 0);
    await sleep(Math.random() * WITHIN_MS);
    assert.equal(await service.stop('SIGKILL'), null, 'it ended before it was killed');
    await Promise.all(removing);
    client.close();
    await withDatabase(location, (db) => requireWhole(db, leaving));
  }
  assert.ok(cutOff > 0, 'it was killed while it had work to do');
  const { service } = await openWithoutHttp(t, location);
  await requireTrue(service);
  t.diagnostic(`${ROUNDS} kills, ${leaving.length} removals, ${cutOff} answers cut off`);
});

async function setUp(t: TestContext, location: DatabaseLocation): Promise<{ key: string; leaving: Left[] }> {
  const { service } = await openWithoutHttp(t, location);
  const app = await appOf(service);
  const ann = await signedIn(service, 'default', 'owner', 'Ann');
  const { key } = await newKey(app, ann);
  const leaving: Left[] = [];
  for (let number = 0; number < ROUNDS * LEAVING; number += 1) {
    const owner = await signedIn(service, 'default', 'owner', `Owner${number}`);
    const { id: keyId } = await newKey(app, owner);
    const offer = { email: `guest${number}@x.example`, role: 'viewer' };
    const invited = await askAs(app, owner, `${MEMBERS}/invitations`, { body: offer });
    const invitationId = invited.body.invitation_id;
    leaving.push({ memberId: owner.memberId, keyId, invitationId });
  }
  await app.close();
  await service.close();
  return { key, leaving };
}

async function requireWhole(db: Database, leaving: readonly Left[]): Promise<void> {
  const members = await db.selectFrom('members').select(['member_id', 'removed_at']).execute();
  const keys = await db.selectFrom('api_keys').select(['key_id', 'revoked_at']).execute();
  const invitations = await db
    .selectFrom('member_invitations')
    .select(['invitation_id', 'withdrawn_at'])
    .execute();
  for (const { memberId, keyId, invitationId } of leaving) {
    const gone = {
      place: members.find(({ member_id }) => member_id === memberId)?.removed_at != null,
      key: keys.find(({ key_id }) => key_id === keyId)?.revoked_at != null,
      invitation:
        invitations.find(({ invitation_id }) => invitation_id === invitationId)?.withdrawn_at != null,
    };
    assert.deepEqual(gone, { place: gone.place, key: gone.place, invitation: gone.place });
  }
}
