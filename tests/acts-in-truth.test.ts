/** Truth verification names an act that was done by a temporarily inserted row, because the act is on record. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { hashToken } from '@assize/service/members/identity/index.ts';
import { beginReset } from '@assize/service/members/joining/index.ts';
import { GRAVE } from './support/approvals/approvals.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { inForce, put } from './support/governance/settings.ts';
import { type Answer, ask, evaluate, startTestService, type TestService } from './support/http/in-process.ts';
import { device } from './support/people/authenticator.ts';
import { headersWith, insertedSession, type SignedIn, signedIn } from './support/people/members.ts';
import { register } from './support/people/passkeys.ts';
import { HERE, me, OTHER, post } from './support/people/sign-in.ts';
import { TRUTH } from './support/truth/truth.ts';
import { until } from './support/until.ts';

interface World extends TestService {
  owner: SignedIn;
  viewer: SignedIn;
}

async function gapsOf({ app }: TestService): Promise<string[]> {
  const { status, body } = await ask(app, 'a', TRUTH);
  assert.equal(status, 200);
  return body.gaps.map(({ registry, what }: { registry: string; what: string }) => `${registry}: ${what}`);
}

const ofSession = /decisions: Member mbr_\w+ acted in a session that they never signed in to/;

/** Acts as the owner, in a session that no sign-in began and that is removed afterwards. */
async function inASession(
  { service, owner: { userId } }: World,
  act: (headers: SignedIn['headers']) => Promise<Answer | { status: number; body: unknown }>,
): Promise<void> {
  const { sessionId, token } = await insertedSession(service, userId);
  const { status, body } = await act(headersWith(service, token));
  await service.db.deleteFrom('person_sessions').where('id', '=', sessionId).execute();
  assert.ok(status < 300, JSON.stringify(body));
}

async function pendingApproval({ app }: TestService): Promise<string> {
  return `/api/v1/approvals/${(await evaluate(app, 'a', GRAVE)).body.approval_id}/approve`;
}

/** Changes a row only for one act. */
async function meanwhile(
  change: () => Promise<unknown>,
  act: () => Promise<void>,
  back: () => Promise<unknown>,
) {
  await change();
  await act();
  await back();
}

const ATTACKS: Record<string, [what: RegExp, attempt: (world: World) => Promise<void>]> = {
  'an-owner-is-invited': [
    ofSession,
    (world) =>
      inASession(world, (headers) =>
        post(world.app, '/api/v1/members/invitations', { email: 'eve@evil.example', role: 'owner' }, headers),
      ),
  ],
  'a-key-is-made': [
    ofSession,
    (world) =>
      inASession(world, (headers) =>
        post(world.app, '/api/v1/api-keys', { name: 'k', environment: 'production' }, headers),
      ),
  ],
  'a-passkey-is-made': [
    ofSession,
    (world) => inASession(world, ({ cookie }) => register(world.app, cookie, device())),
  ],
  'settings-are-changed': [
    ofSession,
    (world) =>
      inASession(world, async (headers) => {
        const { settings, version } = await inForce(world.app);
        const catalogue = [{ action: 'strictly', risk_level: 'high' }];
        return put(world.app, { ...settings, catalogue }, version, { key: null, headers: { ...headers } });
      }),
  ],
  'an-agent-is-halted': [
    ofSession,
    (world) =>
      inASession(world, (headers) =>
        post(world.app, '/api/v1/core/halts', { agent_id: 'bot', reason: 'mine' }, headers),
      ),
  ],
  'a-name-is-taken': [
    ofSession,
    (world) =>
      inASession(world, (headers) => post(world.app, '/auth/update-user', { name: 'Olga' }, headers)),
  ],
  'a-session-is-taken-to-the-same-organisation': [
    /decisions: Member mbr_\w+ decided in a session that they never signed in to/,
    async (world) => {
      const url = await pendingApproval(world);
      const { tenant_id } = await world.service.db
        .selectFrom('members')
        .select('tenant_id')
        .executeTakeFirstOrThrow();
      await inASession(world, async (headers) => {
        await post(world.app, '/auth/tenant', { tenant_id }, headers);
        return post(world.app, url, {}, headers);
      });
    },
  ],
  'a-password-is-set-by-the-mail-of-another-address': [
    /people: Member mbr_\w+ asked for a new password, and the email was not as recorded/,
    async ({ app, service, owner: { userId, email } }) => {
      const set = (address: string) =>
        service.db.updateTable('people').set({ email: address }).where('id', '=', userId).execute();
      await set('eve@evil.example');
      const begun = await beginReset(service, 'eve@evil.example', 'mail');
      await set(email);
      const answer = await post(app, '/auth/reset', { token: begun?.token, password: OTHER });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
    },
  ],
  'a-viewer-approves-as-an-owner': [
    /decisions: Member mbr_\w+ decided, and was viewer/,
    async (world) => {
      const { app, service, viewer } = world;
      const url = await pendingApproval(world);
      const set = (role: string) => () =>
        service.db.updateTable('members').set({ role }).where('member_id', '=', viewer.memberId).execute();
      const approve = () => until(async () => (await post(app, url, {}, viewer.headers)).status === 200);
      await meanwhile(set('owner'), approve, set('viewer'));
    },
  ],
  'a-key-approves-that-was-never-made': [
    /decisions: Key key_\w+ decided, and there is no record of its making/,
    async (world) => {
      const { app, service } = world;
      const url = await pendingApproval(world);
      const secret = `ak_${randomBytes(16).toString('hex')}`;
      const first = await service.db
        .selectFrom('api_keys')
        .selectAll()
        .where('environment', '=', 'production')
        .executeTakeFirstOrThrow();
      const slipped = {
        ...first,
        key_id: `key_${'0'.repeat(24)}`,
        secret_hash: Buffer.from(hashToken(secret), 'hex'),
      };
      await meanwhile(
        () => service.db.insertInto('api_keys').values(slipped).execute(),
        async () => {
          const { status, body } = await ask(app, 'a', url, { key: secret, body: {} });
          assert.equal(status, 200, JSON.stringify(body));
        },
        () => service.db.deleteFrom('api_keys').where('key_id', '=', slipped.key_id).execute(),
      );
    },
  ],
  'a-key-approves-without-the-right': [
    /decisions: Key key_\w+ decided, and was made without evidence:write/,
    async (world) => {
      const { app, service } = world;
      const url = await pendingApproval(world);
      const wanted = { name: 'k', environment: 'production', scopes: ['evidence:read'] };
      const { id, key } = (await ask(app, 'a', '/api/v1/api-keys', { body: wanted })).body;
      const set = (scopes: string[]) => () =>
        service.db
          .updateTable('api_keys')
          .set({ scopes: JSON.stringify(scopes) })
          .where('key_id', '=', id)
          .execute();
      const approve = () => until(async () => (await ask(app, 'a', url, { key, body: {} })).status === 200);
      await meanwhile(set(['evidence:read', 'evidence:write']), approve, set(['evidence:read']));
    },
  ],
  'a-key-of-an-agent-approves': [
    /decisions: Key key_\w+ decided, and it is of the agent agent-7/,
    async (world) => {
      const { app, service } = world;
      const url = await pendingApproval(world);
      const wanted = { name: 'k', environment: 'production', agent_id: 'agent-7' };
      const { id, key } = (await ask(app, 'a', '/api/v1/api-keys', { body: wanted })).body;
      const set = (agent_id: string | null) => () =>
        service.db.updateTable('api_keys').set({ agent_id }).where('key_id', '=', id).execute();
      const approve = () => until(async () => (await ask(app, 'a', url, { key, body: {} })).status === 200);
      await meanwhile(set(null), approve, set('agent-7'));
    },
  ],
  'a-viewer-approves-under-the-name-of-the-owner': [
    /decisions: Member mbr_\w+ decided under a name that was not theirs/,
    async (world) => {
      const { app, service, approver } = world as World & { approver: SignedIn };
      const url = await pendingApproval(world);
      const set = (name: string) => () =>
        service.db.updateTable('people').set({ name }).where('id', '=', approver.userId).execute();
      const named = async () => {
        const own = { headers: { ...HERE, ...approver.headers } };
        return (await app.inject({ url: '/api/v1/me', ...own })).json().name;
      };
      await meanwhile(
        set('Owner'),
        async () => {
          await until(async () => (await named()) === 'Owner');
          assert.equal((await post(app, url, {}, approver.headers)).status, 200);
        },
        set('approver'),
      );
    },
  ],
};

testOnEachDatabase('names-each-act-by-what-is-gone-again', async (location, t) => {
  const started = await startTestService(t, location, { ASSIZE_BASE_URL: HERE.origin });
  const world = {
    ...started,
    owner: await signedIn(started.service, 'default', 'owner'),
    viewer: await signedIn(started.service, 'default', 'viewer'),
    approver: await signedIn(started.service, 'default', 'approver'),
  };
  assert.equal(await me(started.app, world.owner.headers.cookie), 200);
  assert.deepEqual(await gapsOf(started), []);
  for (const [promise, [what, attempt]] of Object.entries(ATTACKS)) {
    await t.test(promise, async () => {
      const before = (await gapsOf(started)).filter((gap) => what.test(gap)).length;
      await attempt(world);
      const gaps = await gapsOf(started);
      assert.equal(gaps.filter((gap) => what.test(gap)).length, before + 1, gaps.join('\n'));
    });
  }
});
