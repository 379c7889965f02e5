/** Reading events: whoever follows `next` gets each once, in order, and nothing of anybody else. */
import assert from 'node:assert/strict';
import { writeEvent } from '@assize/service/events/index.ts';
import type { FastifyInstance } from 'fastify';
import { decide, escalated, GRAVE } from './support/approvals.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases.ts';
import {
  type Answer,
  ask,
  doorsOf,
  evaluate,
  type OpenHouse,
  openTestHouse,
  PRODUCTION_KEY,
  SANDBOX_KEY,
} from './support/house.ts';
import { keyHolder } from './support/other-tenant.ts';
import { until } from './support/until.ts';

const EVENTS = '/api/v1/events';
const BLOCKED = { action: 'database.drop', context: { risk_level: 'critical', is_irreversible: true } };
/** Of no agent: nobody is trusted more or less for what becomes of it. */
const NOBODYS = { ...GRAVE, agent_id: undefined };
const HANG_MS = 30_000;

interface Item {
  id: string;
  sequence: number;
  type: string;
  timestamp: string;
  data: Record<string, string>;
}

testOnEachDatabase('lists-what-happened-in-its-order', async (location, t) => {
  const { app } = await openTestHouse(t, location);
  assert.deepEqual((await ask(app, 'a', EVENTS)).body, { items: [], next: 0 });
  const id = await escalated(app, NOBODYS);
  await decide(app, 'approve', id);
  const items = await followed(app, 3);
  assert.deepEqual(items.map(({ type }) => type).sort(), [
    'approval.created',
    'approval.resolved',
    'evaluation.escalated',
  ]);
  assert.deepEqual(
    items.map(({ sequence }) => sequence),
    [1, 2, 3],
  );
  assert.equal(items[2]?.type, 'approval.resolved');
  assert.equal(items[2]?.data.approval_id, id);
  for (const item of items) {
    assert.match(item.id, /^evt_[0-9a-f]{24}$/);
    assert.equal(new Date(item.timestamp).toISOString(), item.timestamp);
  }
  // From now on: nothing of what was, and the place to go on from.
  assert.deepEqual((await ask(app, 'a', EVENTS)).body, { items: [], next: 3 });
  assert.deepEqual((await ask(app, 'a', `${EVENTS}?after=3`)).body, { items: [], next: 3 });
  // What never was, as after a restored backup, is answered with what is.
  assert.deepEqual((await ask(app, 'a', `${EVENTS}?after=1000`)).body, { items: [], next: 3 });
  const { body: paged } = await ask(app, 'a', `${EVENTS}?after=0&limit=2`);
  assert.deepEqual([paged.items.length, paged.next], [2, 2]);
});

testOnEachDatabase('skips-nothing-while-many-write-and-two-hand-on', async (location, t) => {
  const houses = [await openTestHouse(t, location), await openTestHouse(t, location)];
  const [first, second] = houses.map(({ app }) => app);
  assert.ok(first && second);
  const wanted = 240;
  const readers = [followed(first, wanted, '&limit=7'), followed(second, wanted), followed(second, wanted)];
  const ids = await Promise.all(
    Array.from({ length: wanted }, async (_, number) => {
      const { body } = await evaluate(number % 2 === 0 ? first : second, 'a', BLOCKED);
      return String(body.evidence_id);
    }),
  );
  for (const items of await Promise.all(readers)) {
    assert.deepEqual(
      items.map(({ sequence }) => sequence),
      items.map((_, place) => place + 1),
    );
    assert.deepEqual(items.map(({ data }) => data.evidence_id).sort(), [...ids].sort());
  }
});

testOnEachDatabase('filters-by-type-and-says-how-far-it-looked', async (location, t) => {
  const { app, house } = await openTestHouse(t, location);
  for (let number = 0; number < 5; number += 1) await evaluate(app, 'a', BLOCKED);
  const id = await escalated(app, NOBODYS);
  await decide(app, 'reject', id);
  await followed(app, 8);
  const { body: resolved } = await ask(app, 'a', `${EVENTS}?after=0&types=approval.resolved`);
  assert.deepEqual([resolved.items.length, resolved.items[0].data.resolution], [1, 'rejected']);
  assert.equal(resolved.next, 8);
  const both = '&types=approval.resolved&types=approval.created';
  assert.equal((await ask(app, 'a', `${EVENTS}?after=0${both}`)).body.items.length, 2);
  assert.deepEqual((await ask(app, 'a', `${EVENTS}?after=0&types=agent.halted`)).body, {
    items: [],
    next: 8,
  });
  // What is for one endpoint alone is nobody else's business, and what is forgotten is skipped.
  const chain = await chainOfKey(house);
  await writeEvent(house.db, testEvent(chain, house.ids.ordered('evt', 1)));
  await until(async () => (await ask(app, 'a', EVENTS)).body.next === 9);
  assert.deepEqual((await ask(app, 'a', `${EVENTS}?after=8`)).body, { items: [], next: 9 });
  await house.db.deleteFrom('events').where('chain', '=', chain).where('position', '<', 6).execute();
  const { body: kept } = await ask(app, 'a', `${EVENTS}?after=0`);
  assert.deepEqual([kept.items.map(({ sequence }: Item) => sequence), kept.next], [[7, 8], 9]);
});

testOnEachDatabase('shows-events-to-nobody-else', async (location, t) => {
  const { app, house } = await openTestHouse(t, location);
  const { secret } = await keyHolder(house, 'other');
  await evaluate(app, 'a', BLOCKED);
  await followed(app, 1);
  for (const key of [secret, SANDBOX_KEY]) {
    assert.deepEqual((await ask(app, 'a', `${EVENTS}?after=0`, { key })).body, { items: [], next: 0 });
  }
  await evaluate(app, 'a', BLOCKED, { key: SANDBOX_KEY });
  const [item] = await followed(app, 1, '', SANDBOX_KEY);
  assert.equal(item?.sequence, 1);
  const own = await ask(app, 'a', `/sandbox${EVENTS}?after=0`, { key: SANDBOX_KEY });
  assert.equal(own.body.items.length, 1);
  assert.equal((await ask(app, 'a', `/sandbox${EVENTS}`)).status, 403);
});

testOnEachDatabase('answers-who-waits-when-it-happens-on-another-node', async (location, t) => {
  const here = await openTestHouse(t, location);
  const { app: elsewhere } = await openTestHouse(t, location);
  const waiting = ask(here.app, 'a', `${EVENTS}?wait=60`);
  const picky = ask(here.app, 'a', `${EVENTS}?after=0&wait=60&types=approval.created`);
  await until(() => here.house.eventWaits.size === 2);
  const { body: blocked } = await evaluate(elsewhere, 'a', BLOCKED);
  const { body } = await inTime(waiting);
  assert.deepEqual([body.next, body.items[0].data.evidence_id], [1, blocked.evidence_id]);
  // The other is not woken by what it did not ask for.
  await until(() => here.house.eventWaits.count(({ seen }) => seen === 1) === 1);
  const id = await escalated(elsewhere);
  const { body: created } = await inTime(picky);
  assert.equal(created.items[0].data.approval_id, id);
  assert.equal(here.house.eventWaits.size, 0);
});

testOnEachDatabase('gives-a-key-that-was-revoked-meanwhile-nothing', async (location, t) => {
  const { app, house } = await openTestHouse(t, location);
  const { body: made } = await ask(app, 'a', '/api/v1/api-keys', {
    body: { name: 'soon revoked', environment: 'production' },
  });
  const waiting = ask(app, 'a', `${EVENTS}?wait=60`, { key: made.key });
  await until(() => house.eventWaits.size === 1);
  await ask(app, 'a', `/api/v1/api-keys/${made.id}`, { method: 'DELETE' });
  await until(async () => (await ask(app, 'a', EVENTS, { key: made.key })).status === 403);
  await evaluate(app, 'a', BLOCKED);
  assert.deepEqual((await inTime(waiting)).body, { detail: 'This API key has been revoked.' });
});

testOnOneDatabase('answers-who-waits-when-the-time-is-over-or-the-service-stops', async (location, t) => {
  const { app, house } = await openTestHouse(t, location);
  const startedAt = house.clock.monotonic();
  assert.deepEqual((await ask(app, 'a', `${EVENTS}?wait=1`)).body, { items: [], next: 0 });
  assert.ok(house.clock.monotonic() - startedAt >= 990);
  const waiting = ask(app, 'a', `${EVENTS}?wait=60`);
  await until(() => house.eventWaits.size === 1);
  await app.close();
  assert.deepEqual((await inTime(waiting)).body, { items: [], next: 0 });
  assert.equal(house.eventWaits.size, 0);
});

testOnOneDatabase('forgets-who-hung-up-and-bounds-how-many-wait', async (location, t) => {
  const { house } = await openTestHouse(t, location);
  const app = await doorsOf(house);
  t.after(() => app.close());
  const base = await app.listen({ host: '127.0.0.1', port: 0 });
  const hangUp = new AbortController();
  const waiting = fetch(`${base}${EVENTS}?wait=60`, {
    headers: { 'x-api-key': PRODUCTION_KEY },
    signal: hangUp.signal,
  });
  await until(() => house.eventWaits.size === 1);
  const others = Array.from({ length: 99 }, () => ask(app, 'a', `${EVENTS}?wait=60`));
  await until(() => house.eventWaits.size === 100);
  const refused = await ask(app, 'a', `${EVENTS}?wait=60`);
  assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '5']);
  const sandbox = ask(app, 'a', `${EVENTS}?wait=60`, { key: SANDBOX_KEY });
  await until(() => house.eventWaits.size === 101);
  assert.equal((await ask(app, 'a', EVENTS)).status, 200);
  hangUp.abort();
  await assert.rejects(waiting);
  await until(() => house.eventWaits.size === 100);
  house.eventWaits.stop();
  for (const answer of [...others, sandbox]) assert.equal((await inTime(answer)).status, 200);
});

testOnOneDatabase('tells-where-events-were-asked-for-wrongly', async (location, t) => {
  const { app } = await openTestHouse(t, location);
  for (const [query, loc, type] of [
    ['after=-1', 'after', 'greater_than_equal'],
    ['after=1e3', 'after', 'int_parsing'],
    ['after=9007199254740992', 'after', 'int_parsing'],
    ['limit=0', 'limit', 'greater_than_equal'],
    ['limit=1001', 'limit', 'less_than_equal'],
    ['wait=61', 'wait', 'less_than_equal'],
    ['wait=-1', 'wait', 'greater_than_equal'],
    ['wait=soon', 'wait', 'int_parsing'],
    ['types=webhook.test', 'types.0', 'literal_error'],
    ['types=approval.created,approval.resolved', 'types.0', 'literal_error'],
    ['before=1', 'before', 'extra_forbidden'],
  ] as const) {
    const { status, body } = await ask(app, 'a', `${EVENTS}?${query}`);
    const told = [status, body.detail[0]?.loc?.join('.'), body.detail[0]?.type];
    assert.deepEqual(told, [422, `query.${loc}`, type], query);
  }
  assert.equal((await ask(app, 'a', EVENTS, { key: null })).status, 401);
  assert.equal((await ask(app, 'a', EVENTS, { method: 'POST', body: {} })).status, 405);
});

/** Reads on until so many events are there. */
async function followed(app: FastifyInstance, wanted: number, more = '', key = PRODUCTION_KEY) {
  const items: Item[] = [];
  let after = 0;
  const deadline = performance.now() + HANG_MS;
  while (items.length < wanted) {
    assert.ok(performance.now() < deadline, `${items.length} of ${wanted} events in time`);
    const { status, body } = await ask(app, 'a', `${EVENTS}?after=${after}&wait=5${more}`, { key });
    assert.equal(status, 200);
    items.push(...body.items);
    after = body.next;
  }
  return items;
}

async function inTime(answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it was not answered in time')), HANG_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

async function chainOfKey({ db }: OpenHouse['house']): Promise<number> {
  const { chain } = await db
    .selectFrom('chains')
    .select('chain')
    .where('environment', '=', 'production')
    .executeTakeFirstOrThrow();
  return chain;
}

function testEvent(chain: number, event_id: string) {
  return { chain, event_id, type: 'webhook.test', data: '{}', created_at: 1, endpoint_id: 'whe_x' };
}
