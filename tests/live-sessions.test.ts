/**
 * When a person loses their membership or role, everything they have open ends with it, and so do their permissions.
 */
import assert from 'node:assert/strict';
import { inviteMember, joinTenant } from '@assize/service/members/joining/index.ts';
import { ensureTenant } from '@assize/service/tenants/index.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { baseOf, openStream, type Stream } from './support/http/event-stream.ts';
import { ask, startTestService, type TestService } from './support/http/in-process.ts';
import { type SignedIn, signedIn } from './support/people/members.ts';
import { post } from './support/people/sign-in.ts';
import { until } from './support/until.ts';

const streamOf = (base: string, { headers }: SignedIn, sandbox = '') =>
  openStream(`${base}${sandbox}`, '', {}, { cookie: headers.cookie });

const opened = (stream: Stream) => until(() => stream.text().includes('id: '), stream.text);

/** An owner of the first tenant changes a member. */
function change({ app }: TestService, owner: SignedIn, memberId: string, payload?: object) {
  const method = payload === undefined ? 'DELETE' : 'PATCH';
  const url = `/api/v1/members/${memberId}`;
  return app.inject({ method, url, headers: owner.headers, ...(payload && { payload }) });
}

testOnEachDatabase('a-stream-ends-with-the-place-of-its-member', async (location, t) => {
  const started = await startTestService(t, location);
  const { app, service } = started;
  const base = await baseOf(t, app);
  const owner = await signedIn(service, 'default', 'owner');
  const member = await signedIn(service, 'default', 'admin');
  // They are also a member elsewhere: their session continues there, and must not continue here.
  const elsewhere = await ensureTenant(service, 'elsewhere', 'enterprise');
  const offer = { email: member.email, role: 'owner', sandboxRole: null } as const;
  const { token } = await inviteMember(service, elsewhere, null, offer);
  await joinTenant(service, token, member);

  const stream = await streamOf(base, member);
  const sandbox = await streamOf(base, member, '/sandbox');
  await Promise.all([opened(stream), opened(sandbox)]);
  assert.equal((await change(started, owner, member.memberId, { role: 'viewer' })).statusCode, 200);
  await until(
    async () => (await app.inject({ url: '/api/v1/api-keys', headers: member.headers })).statusCode === 403,
  );
  assert.equal((await change(started, owner, member.memberId)).statusCode, 200);
  await Promise.all([stream.ended, sandbox.ended]);
  const said = stream.text();
  await ask(app, 'a', '/api/v1/core/halts', { body: { agent_id: 'agent-7', reason: 'After they left' } });
  assert.equal(stream.text(), said);
  const me = await app.inject({ url: '/api/v1/me', headers: member.headers });
  assert.equal(me.json().tenant.name, 'elsewhere');
});

testOnOneDatabase('a-stream-and-a-wait-end-with-their-session', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const base = await baseOf(t, app);
  const member = await signedIn(service, 'default', 'viewer');
  const stream = await streamOf(base, member);
  await opened(stream);
  assert.equal((await post(app, '/auth/revoke-other-sessions', {}, member.headers)).status, 200);
  const waiting = app.inject({ url: '/api/v1/events?after=0&wait=3', headers: member.headers });
  await service.sessions.end(member.token);
  await stream.ended;
  assert.equal((await waiting).statusCode, 401);
});

testOnOneDatabase('a-tenant-keeps-its-last-owner', async (location, t) => {
  const started = await startTestService(t, location);
  const owner = await signedIn(started.service, 'default', 'owner');
  await signedIn(started.service, 'default', 'admin');
  for (const payload of [undefined, { role: 'admin' }, { role: 'viewer', sandbox_role: 'owner' }]) {
    const answer = await change(started, owner, owner.memberId, payload);
    assert.equal(answer.statusCode, 409);
    assert.match(answer.json().detail, /at least one owner/);
  }
  // A key that may do everything that an owner may can't do it either.
  const byKey = await ask(started.app, 'a', `/api/v1/members/${owner.memberId}`, { method: 'DELETE' });
  assert.equal(byKey.status, 409);
});
