/** Measures how people decide, and tells those who approve faster than they can read. */
import assert from 'node:assert/strict';
import { hasteWatch } from '@assize/service/approvals/deciding/index.ts';
import type { FastifyInstance } from 'fastify';
import { decide, escalated, GRAVE, serviceWithClock } from './support/approvals/approvals.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { eventsSent } from './support/governance/governance.ts';
import { AGENT, fieldsOf } from './support/governance/mandates.ts';
import { withTools } from './support/governance/plans.ts';
import { ask, askOk } from './support/http/in-process.ts';
import { signedIn } from './support/people/members.ts';

const STATISTICS = '/api/v1/approvals/statistics';
const WINDOW = '?from=2000-01-01&to=2000-02-01';

const payment = (place: number) => ({
  action: 'bank.pay',
  agent_id: AGENT,
  context: {
    arguments: { recipient: `ACC-${String(place).padStart(6, '0')}`, amount: 9, currency: 'EUR' },
    session_id: 's-1',
    risk_level: 'high',
    confidence_score: 0.95,
    trust_score: 95,
  },
});

async function held(app: FastifyInstance, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let place = 0; place < count; place += 1) ids.push(await escalated(app, payment(place)));
  return ids;
}

testOnEachDatabase('measures-each-person-once-with-all-their-keys', async (location, t) => {
  const { app, service, move } = await serviceWithClock(t, location);
  const dana = await signedIn(service, 'default', 'owner', 'dana');
  const own = { key: null, headers: { ...dana.headers } };
  const made = await ask(app, 'a', '/api/v1/api-keys', {
    ...own,
    body: { name: 'k', environment: 'production' },
  });
  const [one = '', two = '', three = '', open = ''] = await Promise.all(
    [1, 2, 3, 4].map(() => escalated(app)),
  );
  move(10_000);
  await decide(app, 'approve', one, { surface: 'a', ...own });
  move(10_000);
  await decide(app, 'reject', two, { key: made.body.key });
  move(1000);
  await decide(app, 'approve', three, { key: made.body.key });
  const { people, routes } = await askOk(app, 'a', `${STATISTICS}?to=2999-01-01&from=2998-06-01`);
  assert.deepEqual([people, routes.map(({ decided }: { decided: number }) => decided)], [[], [0]]);
  const now = await askOk(app, 'a', STATISTICS);
  const [person] = now.people;
  assert.deepEqual(
    {
      ...person,
      median_seconds: 10 * Math.floor(person.median_seconds / 10),
      p90_seconds: 10 * Math.floor(person.p90_seconds / 10),
    },
    {
      name: person.name,
      parties: [dana.memberId, person.parties[1]],
      decided: 3,
      approved: 2,
      approved_share: 2 / 3,
      median_seconds: 20,
      p90_seconds: 20,
      presses: 3,
      quick_presses: 1,
      last_hasty_at: null,
    },
  );
  assert.ok(person.p90_seconds > person.median_seconds);
  assert.equal(now.people.length, 1);
  const [{ route, decided, pending_now, expired }] = now.routes;
  assert.deepEqual(
    { route, decided, pending_now, expired },
    { route: null, decided: 3, pending_now: 1, expired: 0 },
  );
  assert.ok(open !== '');
});

testOnEachDatabase('a-bundle-decided-together-is-one-press', async (location, t) => {
  const { app, move } = await serviceWithClock(t, location);
  await withTools(app);
  const ids = await held(app, 25);
  move(1000);
  await ask(app, 'a', '/api/v1/approvals/decide', { body: { approval_ids: ids, decision: 'approved' } });
  const [{ decided, presses, last_hasty_at }] = (await askOk(app, 'a', STATISTICS)).people;
  assert.deepEqual({ decided, presses, last_hasty_at }, { decided: 25, presses: 1, last_hasty_at: null });
});

testOnEachDatabase('tells-a-hasty-person-and-the-owners-once-a-day', async (location, t) => {
  const { app, service, move } = await serviceWithClock(t, location);
  const owner = await signedIn(service, 'default', 'owner', 'olga');
  const dana = await signedIn(service, 'default', 'approver', 'dana');
  const own = { key: null, headers: { ...dana.headers }, surface: 'a' as const };
  const look = () => hasteWatch(service)(new AbortController().signal);
  const approveAll = async (count: number) => {
    for (let place = 0; place < count; place += 1) {
      const id = await escalated(app, { ...GRAVE, context: { ...GRAVE.context, place } });
      assert.equal((await decide(app, 'approve', id, own)).status, 200);
    }
  };
  await approveAll(20);
  await look();
  assert.deepEqual(await eventsSent(service, 'approver.hasty'), []);
  await approveAll(1);
  await look();
  await approveAll(2);
  await look();
  const [event, ...others] = await eventsSent(service, 'approver.hasty');
  assert.deepEqual([event?.party, event?.approvals, others], [dana.memberId, 21, []]);
  const rows = await service.db
    .selectFrom('notices')
    .select(['recipient', 'data'])
    .where('kind', '=', 'rubber_stamping')
    .execute();
  const told = rows.map(({ recipient, data }) => [recipient, JSON.parse(data).is_own]);
  assert.deepEqual(
    told.sort(),
    [
      [dana.memberId, true],
      [owner.memberId, false],
    ].sort(),
  );
  const { items } = await askOk(app, 'a', '/api/v1/notices');
  const titles = items.flatMap(({ kind, title }: { kind: string; title: string }) =>
    kind === 'rubber_stamping' ? [title] : [],
  );
  assert.equal(titles.length, 2);
  assert.ok(titles.some((title: string) => title.startsWith('You approved 21 actions')));
  const [{ quick_presses, last_hasty_at }] = (await askOk(app, 'a', STATISTICS)).people;
  assert.equal(quick_presses, 23);
  assert.notEqual(last_hasty_at, null);
  move(1);
});

testOnEachDatabase('who-takes-the-time-to-read-is-not-hasty', async (location, t) => {
  const { app, service, move } = await serviceWithClock(t, location);
  for (let place = 0; place < 22; place += 1) {
    const id = await escalated(app, { ...GRAVE, context: { ...GRAVE.context, place } });
    move(4000);
    await decide(app, 'approve', id);
  }
  await hasteWatch(service)(new AbortController().signal);
  assert.deepEqual(await eventsSent(service, 'approver.hasty'), []);
});

testOnEachDatabase('refuses-a-period-that-is-none', async (location, t) => {
  const { app } = await serviceWithClock(t, location);
  for (const [query, field] of [
    ['?from=2026-01-02&to=2026-01-01', 'query.to'],
    ['?from=2024-01-01&to=2026-01-01', 'query.from'],
    ['?from=2999-01-01', 'query.from'],
  ]) {
    const answer = await ask(app, 'a', `${STATISTICS}${query}`);
    assert.deepEqual([answer.status, fieldsOf(answer)], [422, [field]], query);
  }
  const { people } = await askOk(app, 'a', `${STATISTICS}${WINDOW}`);
  assert.deepEqual(people, []);
});
