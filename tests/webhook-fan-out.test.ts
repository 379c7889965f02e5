/** Each endpoint gets a delivery for each event that it subscribed to. */
import assert from 'node:assert/strict';
import { TEST_EVENT } from '@assize/service/events/index.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { type Outbox, openOutbox } from './support/webhooks/outbox.ts';

const URL = 'http://127.0.0.1:9/';

testOnEachDatabase('gives-each-endpoint-the-types-it-wants', async (location, t) => {
  const outbox = await openOutbox(t, location);
  const all = await outbox.addEndpoint(URL);
  const some = await outbox.addEndpoint(URL, { types: ['evaluation.blocked', 'agent.halted'] });
  const none = await outbox.addEndpoint(URL, { types: ['trust.changed'] });
  const created = await outbox.addEvent({ type: 'approval.created' });
  const blocked = await outbox.addEvent({ type: 'evaluation.blocked' });
  await outbox.handOn();
  assert.deepEqual((await eventsFor(outbox, all.endpointId)).sort(), [created, blocked].sort());
  assert.deepEqual(await eventsFor(outbox, some.endpointId), [blocked]);
  assert.deepEqual(await eventsFor(outbox, none.endpointId), []);
  assert.equal((await outbox.endpointRow(none.endpointId)).due_at, null);
});

testOnOneDatabase('gives-an-event-for-one-endpoint-to-that-one-only', async (location, t) => {
  const outbox = await openOutbox(t, location);
  const all = await outbox.addEndpoint(URL);
  const picky = await outbox.addEndpoint(URL, { types: ['trust.changed'] });
  const event = await outbox.addEvent({ type: TEST_EVENT, endpointId: picky.endpointId });
  await outbox.handOn();
  assert.deepEqual(await eventsFor(outbox, all.endpointId), []);
  assert.deepEqual(await eventsFor(outbox, picky.endpointId), [event]);
});

testOnOneDatabase('keeps-nothing-for-an-endpoint-that-is-disabled-or-gone', async (location, t) => {
  const outbox = await openOutbox(t, location);
  const disabled = await outbox.addEndpoint(URL);
  await outbox.db
    .updateTable('webhook_endpoints')
    .set({ disabled_at: outbox.clock.now(), disabled_reason: 'asked' })
    .execute();
  await outbox.addEvent();
  await outbox.addEvent({ endpointId: disabled.endpointId });
  await outbox.addEvent({ endpointId: 'whe_of_nobody' });
  await outbox.handOn();
  assert.equal((await outbox.db.selectFrom('webhook_deliveries').selectAll().execute()).length, 0);
});

testOnOneDatabase('keeps-the-events-of-one-chain-from-the-endpoints-of-another', async (location, t) => {
  const outbox = await openOutbox(t, location);
  const { sandbox } = outbox;
  const production = await outbox.addEndpoint(URL);
  const other = await outbox.addEndpoint(URL, { chain: sandbox });
  const ofProduction = await outbox.addEvent();
  const ofSandbox = await outbox.addEvent({ chain: sandbox });
  await outbox.addEvent({ chain: sandbox, endpointId: production.endpointId });
  await outbox.handOn();
  await outbox.handOn(sandbox);
  assert.deepEqual(await eventsFor(outbox, production.endpointId), [ofProduction]);
  assert.deepEqual(await eventsFor(outbox, other.endpointId), [ofSandbox]);
});

testOnEachDatabase('adds-nothing-for-an-endpoint-where-the-handing-on-fails', async (location, t) => {
  const outbox = await openOutbox(t, location);
  const { endpointId } = await outbox.addEndpoint(URL);
  const event = await outbox.addEvent();
  const failing = async () => Promise.reject(new Error('of a consumer'));
  await assert.rejects(outbox.handOn(outbox.chain, [failing]), /of a consumer/);
  assert.deepEqual(await eventsFor(outbox, endpointId), []);
  await outbox.handOn();
  assert.deepEqual(await eventsFor(outbox, endpointId), [event]);
});

async function eventsFor(outbox: Outbox, endpointId: string): Promise<string[]> {
  return (await outbox.deliveriesOf(endpointId)).map(({ event_id }) => event_id);
}
