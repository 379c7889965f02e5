/** A link of a mail is worth no more than the member, the approval and the sign-in that it needs are at that moment. */
import assert from 'node:assert/strict';
import { buildApp } from '@assize/service/http/app.ts';
import type { Role } from '@assize/service/keys/index.ts';
import { changeRole, removeMember } from '@assize/service/members/index.ts';
import { pino } from 'pino';
import { decide, escalated, GRAVE } from './support/approvals/approvals.ts';
import { linkWorld, MILD } from './support/channels/decision-links.ts';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { ask, SANDBOX_KEY } from './support/http/in-process.ts';
import { headersWith, newSession } from './support/people/members.ts';
import { lengthenPauses, post } from './support/people/sign-in.ts';

testOnOneDatabase('refuses-who-has-left-or-lost-the-role', async (location, t) => {
  const { service, app, dana, linkOf, open, decideBy, seen } = await linkWorld(t, location);
  const id = await escalated(app, MILD);
  const tenant = await service.db.selectFrom('tenants').selectAll().executeTakeFirstOrThrow();
  const asking = { tenantId: tenant.tenant_id, maker: null };
  const token = await linkOf(id);
  for (const role of ['auditor', 'viewer'] satisfies Role[]) {
    await changeRole(service, asking, dana.memberId, { role });
    for (const answer of [await open(token), await decideBy(token)]) {
      assert.deepEqual([answer.status, answer.body.approval], [403, undefined]);
      assert.match(answer.body.detail, /Your role no longer decides/);
    }
  }
  await changeRole(service, asking, dana.memberId, { role: 'admin', sandboxRole: 'viewer' });
  assert.equal((await open(token)).status, 200);
  const inSandbox = await escalated(app, MILD, { key: SANDBOX_KEY });
  assert.equal((await open(await linkOf(inSandbox))).status, 403);
  await removeMember(service, asking, dana.memberId);
  for (const answer of [await open(token), await decideBy(token)]) {
    assert.equal(answer.status, 403);
    assert.match(answer.body.detail, /no longer a member/);
  }
  assert.equal((await seen(id)).status, 'pending');
});

testOnOneDatabase('says-what-became-of-it-meanwhile', async (location, t) => {
  const { app, move, linkOf, open, decideBy } = await linkWorld(t, location);
  const [decided, expired] = [
    await escalated(app, MILD),
    await escalated(app, { ...MILD, agent_id: 'agent-8' }),
  ];
  const [one, other] = [await linkOf(decided), await linkOf(expired)];
  await decide(app, 'reject', decided);
  const shown = await open(one);
  assert.deepEqual([shown.status, shown.body.approval.status], [200, 'rejected']);
  const late = await decideBy(one);
  assert.deepEqual([late.status, late.body.detail], [409, 'The approval is rejected.']);
  move(25 * 3_600_000);
  for (const answer of [await open(other), await decideBy(other)]) {
    assert.equal(answer.status, 409);
    assert.match(answer.body.detail, /The time to decide is over/);
  }
});

testOnOneDatabase('asks-for-a-sign-in-where-the-risk-is-high', async (location, t) => {
  const { service, app, dana, linkOf, open, decideBy, seen } = await linkWorld(t, location);
  const id = await escalated(app, GRAVE);
  const token = await linkOf(id);
  const opened = await open(token);
  assert.deepEqual([opened.status, opened.body.sign_in, opened.body.approval], [200, 'session', null]);
  const refused = await decideBy(token);
  assert.deepEqual([refused.status, (await seen(id)).status], [401, 'pending']);
  assert.match(refused.body.detail, /Sign in first/);
  const inSession = await open(token, dana.headers);
  assert.deepEqual([inSession.body.sign_in, inSession.body.approval.action], ['none', GRAVE.action]);
  assert.equal((await decideBy(token, {}, dana.headers)).status, 200);
  const session = await service.sessions.find(dana.token);
  const { resolution_evidence_id: evidence } = await seen(id);
  const record = await ask(app, 'a', `/api/v1/evidence/${evidence}`);
  assert.equal(record.body.payload.session_id, session?.sessionId);
});

testOnOneDatabase('asks-for-a-fresh-passkey-where-the-route-does', async (location, t) => {
  const { service, app, dana, move, linkOf, open, decideBy, seen } = await linkWorld(t, location);
  const id = await escalated(app, MILD);
  const token = await linkOf(id);
  const route = JSON.stringify({ name: 'wires', ask: [], sign_in: 'passkey' });
  await service.db.updateTable('approvals').set({ route }).where('approval_id', '=', id).execute();
  for (const headers of [{}, dana.headers]) {
    assert.equal((await open(token, headers)).body.sign_in, 'passkey');
    const refused = await decideBy(token, {}, headers);
    assert.deepEqual([refused.status, (await seen(id)).status], [401, 'pending']);
  }
  const withPasskey = headersWith(service, await newSession(service, dana.userId, 'passkey'));
  move(11 * 60_000);
  assert.equal((await decideBy(token, {}, withPasskey)).status, 401);
  move(-11 * 60_000);
  assert.equal((await open(token, withPasskey)).body.sign_in, 'none');
  assert.equal((await decideBy(token, {}, withPasskey)).status, 200);
});

testOnOneDatabase('slows-guesses-and-keeps-tokens-out-of-the-log', async (location, t) => {
  const started = await linkWorld(t, location);
  const { service, linkOf } = started;
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const health = { problems: async () => [] };
  const { baseUrl } = service.config;
  const app = await buildApp({ services: service, health, logger, baseUrl });
  t.after(() => app.close());
  const id = await escalated(app, MILD);
  const token = await linkOf(id);
  const open = (guess: string, from: string) =>
    post(app, '/auth/decision-link/open', { token: guess }, {}, from);
  const guesses: number[] = [];
  for (let place = 0; place < 60; place += 1) {
    guesses.push((await open(`0-${String(place).padStart(43, 'x')}`, '10.0.0.9')).status);
  }
  assert.ok(guesses.slice(0, 50).every((status) => status === 404));
  assert.ok(guesses.slice(50).includes(429), guesses.slice(50).join(' '));
  await lengthenPauses(started);
  assert.equal((await open(token, '10.0.0.10')).status, 200);
  for (let place = 0; place < 60; place += 1) assert.equal((await open(token, '10.0.0.11')).status, 200);
  assert.equal((await post(app, '/auth/decision-link/decide', { token, decision: 'maybe' })).status, 422);
  assert.ok(lines.some((line) => line.includes('/decision-link/open')));
  const stored = await service.db.selectFrom('sign_in_failures').selectAll().execute();
  assert.doesNotMatch(lines.join('') + JSON.stringify(stored), new RegExp(token.slice(4)));
});
