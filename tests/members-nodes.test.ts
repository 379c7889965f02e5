/** People on two nodes of one database: a session, its end, a role and a wrong password count on both. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import type { FastifyInstance } from 'fastify';
import { escalated } from './support/approvals/approvals.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { startTestService, type TestService } from './support/http/in-process.ts';
import { headersWith, newSession, type SignedIn, signedIn } from './support/people/members.ts';
import { HERE, joined, lengthenPauses, me, PASSWORD, post, signIn } from './support/people/sign-in.ts';
import { until } from './support/until.ts';

type Nodes = readonly [TestService, TestService];

async function twoNodes(
  t: TestContext,
  location: DatabaseLocation,
  environment: Record<string, string> = {},
): Promise<Nodes> {
  return [await startTestService(t, location, environment), await startTestService(t, location, environment)];
}

const statusOn = async ({ app }: TestService, url: string, headers: SignedIn['headers']) =>
  (await app.inject({ url: `/api/v1${url}`, headers })).statusCode;

testOnEachDatabase('a-session-begins-and-ends-on-every-node', async (location, t) => {
  const [here, there] = await twoNodes(t, location);
  const { cookie } = await joined(here);
  assert.equal(await me(there.app, cookie), 200);
  const second = await signIn(there.app);
  assert.equal(await me(here.app, second.cookie), 200);

  assert.equal((await post(here.app, '/auth/sign-out', {}, { cookie })).status, 200);
  await until(async () => (await me(there.app, cookie)) === 401);
  const third = await signIn(here.app);
  const listed = await there.app.inject({
    url: '/auth/sessions',
    headers: { ...HERE, cookie: third.cookie },
  });
  const { sessions } = listed.json();
  assert.equal(sessions.length, 2);
  const other = sessions.find((each: { is_this: boolean }) => !each.is_this);
  const end = { session_id: other.session_id };
  assert.equal((await post(there.app, '/auth/end-session', end, { cookie: third.cookie })).status, 200);
  await until(async () => (await me(here.app, second.cookie)) === 401);
  assert.equal(await me(there.app, third.cookie), 200);
  assert.equal((await post(here.app, '/auth/end-session', end, { cookie: third.cookie })).status, 404);
});

testOnEachDatabase('wrong-passwords-are-counted-over-all-nodes', async (location, t) => {
  const nodes = await twoNodes(t, location);
  await joined(nodes[0]);
  const statuses: number[] = [];
  for (let tried = 0; tried < 8; tried += 1) {
    if (tried === 5) await lengthenPauses(nodes[0]);
    const { app } = nodes[tried % 2] as TestService;
    statuses.push((await signIn(app, `a wrong password ${tried}`, '203.0.113.9')).status);
  }
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429, 429]);
  for (const { app } of nodes) {
    assert.equal((await signIn(app, PASSWORD, '203.0.113.9')).status, 429);
    assert.equal((await signIn(app, PASSWORD, '198.51.100.7')).status, 200);
  }
});

testOnEachDatabase('a-role-that-is-taken-away-is-gone-on-every-node', async (location, t) => {
  const [here, there] = await twoNodes(t, location);
  const owner = await signedIn(here.service, 'default', 'owner');
  const { memberId, headers } = await signedIn(here.service, 'default', 'admin');
  assert.equal(await statusOn(there, '/api-keys', headers), 200);
  const change = (method: 'PATCH' | 'DELETE', payload?: object) =>
    here.app.inject({
      method,
      url: `/api/v1/members/${memberId}`,
      headers: owner.headers,
      ...(payload && { payload }),
    });
  assert.equal((await change('PATCH', { role: 'viewer' })).statusCode, 200);
  await until(async () => (await statusOn(there, '/api-keys', headers)) === 403);
  assert.equal(await statusOn(there, '/approvals', headers), 200);
  assert.equal((await change('DELETE')).statusCode, 200);
  await until(async () => (await statusOn(there, '/approvals', headers)) === 401);
});

testOnEachDatabase('two-owners-on-two-nodes-never-remove-the-last-one', async (location, t) => {
  const [here, there] = await twoNodes(t, location);
  const one = await signedIn(here.service, 'default', 'owner', 'one');
  const two = await signedIn(here.service, 'default', 'owner', 'two');
  const remove = (app: FastifyInstance, maker: SignedIn, { memberId }: SignedIn) =>
    app.inject({ method: 'DELETE', url: `/api/v1/members/${memberId}`, headers: maker.headers });
  const answers = await Promise.all([remove(here.app, one, two), remove(there.app, two, one)]);
  // The one that was removed first may be unknown by the time they ask.
  const statuses = answers.map(({ statusCode }) => statusCode).sort();
  assert.ok(statuses[0] === 200 && [401, 409].includes(statuses[1] ?? 0), statuses.join());
  const [left] = answers[0]?.statusCode === 200 ? [one] : [two];
  for (const { app } of [here, there]) {
    assert.equal((await remove(app, left as SignedIn, left as SignedIn)).statusCode, 409);
  }
});

testOnEachDatabase('members-who-decide-at-once-on-two-nodes-count-once-each', async (location, t) => {
  const nodes = await twoNodes(t, location, { ASSIZE_APPROVAL_QUORUM: 'high=2' });
  const [{ app, service }] = nodes;
  const people = await Promise.all(
    ['ann', 'bob', 'cas'].map(async (name) => {
      const person = await signedIn(service, 'default', 'approver', name);
      const elsewhere = headersWith(service, await newSession(service, person.userId));
      return { ...person, sessions: [person.headers, elsewhere] };
    }),
  );
  const id = await escalated(app);
  const decide = (approvalId: string, verb: string, node: number, headers: SignedIn['headers']) =>
    (nodes[node] as TestService).app.inject({
      method: 'POST',
      url: `/api/v1/approvals/${approvalId}/${verb}`,
      headers,
      payload: {},
    });
  // Each person has a session on both nodes.
  const [ann, bob, cas] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]];
  const ofAnn = await Promise.all(ann.sessions.map((headers, node) => decide(id, 'approve', node, headers)));
  assert.deepEqual(
    ofAnn.map((answer) => [answer.statusCode, answer.json().status, answer.json().decisions.length]),
    [
      [200, 'pending', 1],
      [200, 'pending', 1],
    ],
  );
  const others = await Promise.all(
    [bob, cas].flatMap(({ sessions }) =>
      sessions.map((headers, node) => decide(id, 'approve', node, headers)),
    ),
  );
  for (const { statusCode } of others) assert.ok([200, 409].includes(statusCode), `${statusCode}`);
  const found = await app.inject({ url: `/api/v1/approvals/${id}`, headers: ann.headers });
  const { status, decisions } = found.json();
  const parties = decisions.map(({ party }: { party: string }) => party);
  assert.deepEqual([status, parties.length, new Set(parties).size], ['approved', 2, 2]);

  const contested = await escalated(app);
  const [approved, rejected] = await Promise.all([
    decide(contested, 'approve', 0, ann.headers),
    decide(contested, 'reject', 1, bob.headers),
  ]);
  assert.deepEqual(
    [approved.statusCode === 200 || approved.statusCode === 409, rejected.statusCode],
    [true, 200],
  );
  const resolutions = await service.db
    .selectFrom('artifacts')
    .select((row) => row.fn.countAll<number | bigint>().as('count'))
    .where('artifact_type', 'in', ['action_approved', 'action_rejected'])
    .executeTakeFirstOrThrow();
  assert.equal(Number(resolutions.count), 2);
  const truth = await app.inject({ url: '/api/v1/evidence/truth-verification', headers: ann.headers });
  assert.deepEqual([truth.json().overall_valid, truth.json().gaps], [true, []]);
});
