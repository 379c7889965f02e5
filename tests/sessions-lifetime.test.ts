/** A session ends in time and takes its values with it, and so does every removal of its evidence. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { expiredChore } from '@assize/service/sessions/end.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { redactWhole } from './support/evidence/removals.ts';
import { requireTrue } from './support/governance/governance.ts';
import { AGENT, called, read, readersIn, reported, SESSIONS } from './support/governance/sessions.ts';
import { ask, askOk, startTestService } from './support/http/in-process.ts';
import { type TestTenant, testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import { until } from './support/until.ts';

const ANN = 'email ann@example.com';
const HOUR_MS = 3_600_000;

const valuesOf = async ({ service, chain }: Pick<TestTenant, 'service' | 'chain'>) => {
  const rows = await service.db
    .selectFrom('session_results')
    .select('packed')
    .where('chain', '=', chain)
    .execute();
  return rows.map(({ packed }) => packed.length > 0);
};

testAsTenantOnEachDatabase('ends-a-session-that-has-expired-and-empties-it', async (tenant) => {
  const { app, service, key, chain } = tenant;
  await readersIn(app);
  const { settings, version } = await askOk(app, 'a', '/api/v1/settings');
  const changed = { settings: { ...settings, sessions: { lifetime_hours: 2 } }, expected_version: version };
  await askOk(app, 'a', '/api/v1/settings', { method: 'PUT', body: changed });
  const before = Date.now();
  const { expires_at } = await read(app, 's-1', { to: 'ann@example.com' });
  const hours = (Date.parse(expires_at) - before) / HOUR_MS;
  assert.ok(hours >= 2 && hours < 2.1, expires_at);
  const later = { now: () => service.clock.now() + 3 * HOUR_MS, monotonic: () => service.clock.monotonic() };
  await expiredChore({ ...service, clock: later }).run(new AbortController().signal);
  assert.deepEqual(await valuesOf(tenant), [false]);
  const { items } = await askOk(app, 'b', SESSIONS.b);
  assert.deepEqual([items[0].status, items[0].ended_at], ['ended', expires_at]);
  service.agentSessions.drop(chain, items[0].session_key);
  assert.equal(await service.agentSessions.of(chain, AGENT, 's-1'), null);
  const late = await reported(app, 's-1', { evaluation_id: await called(app, 's-1'), result: 1 });
  assert.equal(late.status, 409);
  await requireTrue(service, key);
});

for (const [what, whose] of [
  ['its-record', 'evidence_id'],
  ['its-call', 'evaluation_id'],
] as const) {
  testAsTenantOnEachDatabase(`removes-the-values-of-a-result-with-${what}`, async (tenant) => {
    const { app, service, key, chain } = tenant;
    await readersIn(app);
    const first = await read(app, 's-1', { to: 'ann@example.com' });
    await read(app, 's-1', { to: 'eve@example.net' });
    assert.equal((await service.agentSessions.of(chain, AGENT, 's-1'))?.find(ANN)?.own?.number, 1);
    assert.equal((await redactWhole(app, first[whose])).status, 200);
    assert.deepEqual(await valuesOf(tenant), [false, true]);
    await until(async () => (await service.agentSessions.of(chain, AGENT, 's-1'))?.find(ANN) === null);
    const session = await service.agentSessions.of(chain, AGENT, 's-1');
    assert.deepEqual([session?.incomplete, session?.results], [true, 2]);
    await requireTrue(service, key);
    const shown = await ask(app, 'b', `${SESSIONS.b}/s-1?agent_id=${AGENT}`);
    assert.deepEqual([shown.status, shown.body.calls.length], [200, 2], JSON.stringify(shown.body));
  });
}

testAsTenant('refuses-lifetimes-beyond-a-week', async ({ app }) => {
  const { settings, version } = await askOk(app, 'a', '/api/v1/settings');
  for (const sessions of [{ lifetime_hours: 0 }, { lifetime_hours: 169 }, { origins: 'no' }, {}]) {
    const body = { settings: { ...settings, sessions }, expected_version: version };
    const { status } = await ask(app, 'a', '/api/v1/settings', { method: 'PUT', body });
    assert.equal(status, 422, JSON.stringify(sessions));
  }
});

testOnEachDatabase(
  'knows-a-result-on-every-node-within-a-second-and-after-a-restart',
  async (location, t) => {
    const one = await startTestService(t, location);
    const other = await startTestService(t, location);
    await readersIn(one.app);
    const { session_key } = await read(one.app, 's-1', { to: 'ann@example.com' });
    const { chain } = await one.service.db.selectFrom('sessions').select('chain').executeTakeFirstOrThrow();
    const seenBy = async ({ service }: typeof one) => await service.agentSessions.of(chain, AGENT, 's-1');
    assert.equal((await seenBy(other))?.results, 1);
    await read(one.app, 's-1', { to: 'eve@example.net' });
    assert.equal((await seenBy(one))?.results, 2, 'the node that took it knows it at once');
    await sleep(1000);
    assert.equal((await seenBy(other))?.results, 2);
    const [first, second] = await Promise.all(
      [one, other].map(async ({ app }, place) => {
        const evaluation_id = await called(app, 's-1');
        const twice = [one, other].map((node) =>
          reported(node.app, 's-1', { evaluation_id, result: `p${place}` }),
        );
        return (await Promise.all(twice)).map(({ status }) => status).sort();
      }),
    );
    assert.deepEqual(
      [first, second],
      [
        [201, 409],
        [201, 409],
      ],
    );
    const third = await startTestService(t, location);
    const again = await seenBy(third);
    assert.deepEqual([again?.key, again?.results, again?.find(ANN)?.own?.number], [session_key, 4, 1]);
    await requireTrue(third.service);
  },
);
