/** A reader who follows `next` gets each event once, in order, and none from another tenant. */
import assert from 'node:assert/strict';
import { writeEvent } from '@assize/service/events/index.ts';
import { decide, escalated, GRAVE } from './support/approvals/approvals.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { BLOCKED, EVENTS, followed, type Item } from './support/http/events.ts';
import { ask, evaluate, startTestService } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';
import { until } from './support/until.ts';

/** Names no agent, so its outcome changes no trust. */
const WITHOUT_AGENT = { ...GRAVE, agent_id: undefined };

testAsTenantOnEachDatabase('lists-events-in-order', async ({ app }) => {
  assert.deepEqual((await ask(app, 'a', EVENTS)).body, { items: [], next: 0 });
  const id = await escalated(app, WITHOUT_AGENT);
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
  // From now on: no earlier events, only the place to continue from.
  assert.deepEqual((await ask(app, 'a', EVENTS)).body, { items: [], next: 3 });
  assert.deepEqual((await ask(app, 'a', `${EVENTS}?after=3`)).body, { items: [], next: 3 });
  // A place beyond the end, as after a restored backup, is answered with the end.
  assert.deepEqual((await ask(app, 'a', `${EVENTS}?after=1000`)).body, { items: [], next: 3 });
  const { body: paged } = await ask(app, 'a', `${EVENTS}?after=0&limit=2`);
  assert.deepEqual({ itemsCount: paged.items.length, next: paged.next }, { itemsCount: 2, next: 2 });
});

testOnEachDatabase('skips-nothing-while-many-write-and-two-dispatch', async (location, t) => {
  const services = [await startTestService(t, location), await startTestService(t, location)];
  const [first, second] = services.map(({ app }) => app);
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

testAsTenantOnEachDatabase('filters-by-type-and-says-how-far-it-looked', async ({ app, service, chain }) => {
  for (let number = 0; number < 5; number += 1) await evaluate(app, 'a', BLOCKED);
  const id = await escalated(app, WITHOUT_AGENT);
  await decide(app, 'reject', id);
  await followed(app, 8);
  const { body: resolved } = await ask(app, 'a', `${EVENTS}?after=0&types=approval.resolved`);
  assert.deepEqual(
    { itemsCount: resolved.items.length, resolution: resolved.items[0].data.resolution },
    { itemsCount: 1, resolution: 'rejected' },
  );
  assert.equal(resolved.next, 8);
  const both = '&types=approval.resolved&types=approval.created';
  assert.equal((await ask(app, 'a', `${EVENTS}?after=0${both}`)).body.items.length, 2);
  assert.deepEqual((await ask(app, 'a', `${EVENTS}?after=0&types=agent.halted`)).body, {
    items: [],
    next: 8,
  });
  // An event for one endpoint is not shown to others, and a deleted event is skipped.
  await writeEvent(service.db, testEvent(chain, service.ids.ordered('evt', 1)));
  await until(async () => (await ask(app, 'a', EVENTS)).body.next === 9);
  assert.deepEqual((await ask(app, 'a', `${EVENTS}?after=8`)).body, { items: [], next: 9 });
  await service.db.deleteFrom('events').where('chain', '=', chain).where('position', '<', 6).execute();
  const { body: kept } = await ask(app, 'a', `${EVENTS}?after=0`);
  assert.deepEqual(
    { items: kept.items.map(({ sequence }: Item) => sequence), next: kept.next },
    { items: [7, 8], next: 9 },
  );
});

testAsTenant('shows-events-to-no-other-tenant', async ({ app, service, name, sandboxKey }) => {
  const { secret } = await keyHolder(service, `${name}-other`);
  await evaluate(app, 'a', BLOCKED);
  await followed(app, 1);
  for (const key of [secret, sandboxKey]) {
    assert.deepEqual((await ask(app, 'a', `${EVENTS}?after=0`, { key })).body, { items: [], next: 0 });
  }
  await evaluate(app, 'a', BLOCKED, { key: sandboxKey });
  const [item] = await followed(app, 1, '', sandboxKey);
  assert.equal(item?.sequence, 1);
  const own = await ask(app, 'a', `/sandbox${EVENTS}?after=0`, { key: sandboxKey });
  assert.equal(own.body.items.length, 1);
  assert.equal((await ask(app, 'a', `/sandbox${EVENTS}`)).status, 403);
});

testAsTenant('names-the-fault-in-a-question-for-events', async ({ app }) => {
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
    const shown = { status, loc: body.detail[0]?.loc?.join('.'), type: body.detail[0]?.type };
    assert.deepEqual(shown, { status: 422, loc: `query.${loc}`, type }, query);
  }
  assert.equal((await ask(app, 'a', EVENTS, { key: null })).status, 401);
  assert.equal((await ask(app, 'a', EVENTS, { method: 'POST', body: {} })).status, 405);
});

function testEvent(chain: number, event_id: string) {
  return { chain, event_id, type: 'webhook.test', data: '{}', created_at: 1, endpoint_id: 'whe_x' };
}
