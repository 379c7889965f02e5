/** Nodes that die, stop, or lose the database while they send: another continues, and a receiver recognizes repeats. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { forgetEvents } from '@assize/service/webhooks/forget.ts';
import pg from 'pg';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { until } from './support/until.ts';
import { openOutbox } from './support/webhooks/outbox.ts';
import { startReceiver } from './support/webhooks/receiver.ts';

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
const LOCK_PATIENCE_MS = 60_000;

testOnEachDatabase('goes-on-for-a-node-that-died-when-its-lease-is-over', async (location, t) => {
  const outbox = await openOutbox(t, location);
  const receiver = await startReceiver(t);
  const { endpointId } = await outbox.addEndpoint(receiver.url('/'));
  await outbox.happen(1);
  const lease = { lease_holder: 'node_that_died', lease_until: outbox.clock.now() + 20_000 };
  await outbox.db.updateTable('webhook_endpoints').set(lease).execute();
  const node = outbox.node();
  await node.round();
  assert.equal(receiver.received.length, 0);
  outbox.move(20_001);
  await node.round();
  assert.equal(receiver.received.length, 1);
  await outbox.requireLeft(endpointId, null);
});

testOnOneDatabase('is-not-held-up-by-times-of-a-clock-that-was-wrong', async (location, t) => {
  const outbox = await openOutbox(t, location);
  const receiver = await startReceiver(t);
  const { endpointId } = await outbox.addEndpoint(receiver.url('/'));
  outbox.move(YEAR_MS);
  receiver.answer(() => ({ status: 500 }));
  await outbox.happen(2);
  const node = outbox.node();
  await node.round();
  await outbox.happen(1);
  const lease = { lease_holder: 'node_that_died', lease_until: outbox.clock.now() + 20_000 };
  await outbox.db.updateTable('webhook_endpoints').set(lease).execute();
  outbox.move(-YEAR_MS);
  receiver.answer(() => ({}));
  await outbox.node().round();
  assert.equal(receiver.received.length, 5);
  await outbox.requireLeft(endpointId, null);
});

testOnEachDatabase('keeps-what-it-holds-however-slow-the-target-is', async (location, t) => {
  const outbox = await openOutbox(t, location);
  const receiver = await startReceiver(t);
  const { endpointId } = await outbox.addEndpoint(receiver.url('/'));
  await outbox.happen(3);
  const release = Promise.withResolvers<object>();
  receiver.answer(() => release.promise);
  const [first, second] = [outbox.node(), outbox.node()];
  await first.begin();
  await until(() => receiver.received.length === 1);
  for (let seconds = 0; seconds < 60; seconds += 6) {
    outbox.move(6000);
    await first.begin();
    await second.begin();
  }
  assert.equal(second.deliverer.size, 0);
  assert.equal(receiver.received.length, 1);
  release.resolve({});
  await first.deliverer.idle();
  assert.equal(receiver.received.length, 3);
  await outbox.requireLeft(endpointId, null);
});

testOnEachDatabase('does-not-send-on-when-another-has-taken-over', async (location, t) => {
  const outbox = await openOutbox(t, location);
  const receiver = await startReceiver(t);
  const { endpointId } = await outbox.addEndpoint(receiver.url('/'));
  await outbox.happen(5);
  const release = Promise.withResolvers<object>();
  receiver.answer(() => (receiver.received.length === 1 ? release.promise : {}));
  const [stalled, other] = [outbox.node(), outbox.node()];
  await stalled.begin();
  await until(() => receiver.received.length === 1);
  outbox.move(20_001);
  await other.round();
  assert.equal(receiver.received.length, 6);
  await outbox.happen(1);
  await stalled.begin();
  release.resolve({});
  await stalled.deliverer.idle();
  assert.equal(receiver.received.length, 6);
  const deliveries = await outbox.deliveriesOf(endpointId);
  assert.deepEqual(
    deliveries.map(({ status, attempts }) => ({ status, attempts })),
    [
      ...Array.from({ length: 5 }, () => ({ status: 'delivered', attempts: 1 })),
      { status: 'pending', attempts: 0 },
    ],
  );
  await outbox.requireDue(endpointId);
});

testOnEachDatabase('sees-deliveries-that-are-added-while-it-releases-an-endpoint', async (location, t) => {
  const outbox = await openOutbox(t, location);
  const receiver = await startReceiver(t);
  const { endpointId } = await outbox.addEndpoint(receiver.url('/'));
  await outbox.happen(1);
  const answered = Promise.withResolvers<object>();
  receiver.answer(() => answered.promise);
  const node = outbox.node();
  await node.begin();
  await until(() => receiver.received.length === 1);
  await outbox.addEvent();
  const adding = Promise.withResolvers<void>();
  const handingOn = outbox.handOn(outbox.chain, [
    async () => {
      adding.resolve();
      // Long enough that a node that doesn't wait would have looked.
      await sleep(500);
    },
  ]);
  await adding.promise;
  answered.resolve({});
  await handingOn;
  await node.deliverer.idle();
  assert.equal(receiver.received.length, 2);
  await outbox.requireLeft(endpointId, null);
});

testOnOneDatabase('lets-go-of-everything-when-it-stops-in-the-middle', async (location, t) => {
  const outbox = await openOutbox(t, location);
  const receiver = await startReceiver(t);
  const { endpointId } = await outbox.addEndpoint(receiver.url('/'));
  const ids = await outbox.happen(3);
  receiver.answer(({ id }) => (id === ids[1] ? null : {}));
  const stopped = outbox.node();
  await stopped.begin();
  await until(() => receiver.received.length === 2);
  await stopped.deliverer.close();
  const [first, second, third] = await outbox.deliveriesOf(endpointId);
  assert.deepEqual(
    { firstStatus: first?.status, secondStatus: second?.status, thirdStatus: third?.status },
    { firstStatus: 'delivered', secondStatus: 'pending', thirdStatus: 'pending' },
  );
  assert.equal(second?.attempts, 0);
  receiver.answer(() => ({}));
  await outbox.node().round();
  assert.deepEqual(
    receiver.received.map(({ id }) => id),
    [ids[0], ids[1], ids[1], ids[2]],
  );
  assert.equal(receiver.received[1]?.body, receiver.received[2]?.body);
  await outbox.requireLeft(endpointId, null);
});

testOnOneDatabase('sends-again-what-it-could-not-write-down', async (location, t) => {
  const outbox = await openOutbox(t, location);
  const receiver = await startReceiver(t);
  const { endpointId } = await outbox.addEndpoint(receiver.url('/'));
  const warned: unknown[] = [];
  const node = outbox.node({ log: { warn: (about: unknown) => void warned.push(about) } });
  const [id] = await outbox.happen(1);
  const held = Promise.withResolvers<() => Promise<void>>();
  receiver.answer(async () => {
    held.resolve(await holdEndpoints(location));
    return {};
  });
  await node.begin();
  const release = await held.promise;
  await node.deliverer.idle();
  await release();
  assert.equal(warned.length, 1);
  receiver.answer(() => ({}));
  outbox.move(20_001);
  await node.round();
  const [first, second] = receiver.received;
  assert.equal(receiver.received.length, 2);
  assert.deepEqual(
    { firstId: first?.id, secondId: second?.id, body: second?.body },
    { firstId: id, secondId: id, body: first?.body },
  );
  const [delivery] = await outbox.deliveriesOf(endpointId);
  assert.deepEqual(
    { status: delivery?.status, attempts: delivery?.attempts },
    { status: 'delivered', attempts: 1 },
  );
  await outbox.requireLeft(endpointId, null);
});

testOnEachDatabase('deletes-only-old-and-settled-events', async (location, t) => {
  const outbox = await openOutbox(t, location);
  const receiver = await startReceiver(t);
  await outbox.addEndpoint(receiver.url('/'));
  const lagging = await outbox.addEndpoint(receiver.url('/'), { types: ['agent.halted'] });
  await outbox.happen(450);
  await outbox.node().round();
  const old = await outbox.addEvent({ type: 'agent.halted', endpointId: lagging.endpointId });
  await outbox.handOn();
  const unplaced = await outbox.addEvent();
  outbox.move(31 * DAY_MS);
  const recent = await outbox.addEvent({ type: 'trust.changed' });
  await outbox.handOn(outbox.sandbox);
  const cutoff = outbox.clock.now() - 30 * DAY_MS;
  await forgetEvents(outbox.db, cutoff, async () => true);
  const events = await outbox.db.selectFrom('events').select('event_id').execute();
  assert.deepEqual(events.map(({ event_id }) => event_id).sort(), [old, unplaced, recent].sort());
  const deliveries = await outbox.db.selectFrom('webhook_deliveries').select('event_id').execute();
  assert.deepEqual(deliveries, [{ event_id: old }]);
  assert.deepEqual(await outbox.db.selectFrom('webhook_attempts').selectAll().execute(), []);
  await outbox.node().round();
  await forgetEvents(outbox.db, cutoff, async () => true);
  assert.deepEqual(await outbox.deliveriesOf(lagging.endpointId), []);
});

/** Locks the tables against other writers. @returns a function that releases them. */
async function holdEndpoints(location: DatabaseLocation): Promise<() => Promise<void>> {
  if (location.kind === 'sqlite') {
    const database = new DatabaseSync(location.path, { timeout: LOCK_PATIENCE_MS });
    database.exec('BEGIN IMMEDIATE');
    return async () => database.close();
  }
  const client = new pg.Client({ connectionString: location.url });
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT * FROM webhook_endpoints FOR UPDATE');
  return () => client.end();
}
