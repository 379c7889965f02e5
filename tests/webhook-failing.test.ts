/** Targets that refuse deliveries: what the service retries, when, and when it gives up. */
import assert from 'node:assert/strict';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { until } from './support/until.ts';
import { type Outbox, openOutbox } from './support/webhooks/outbox.ts';
import { type Received, startReceiver } from './support/webhooks/receiver.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DELAYS_MS = [
  5000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
];

testOnEachDatabase('tries-again-at-the-published-times-and-with-the-same-bytes', async (location, t) => {
  const outbox = await openOutbox(t, location);
  const receiver = await startReceiver(t);
  receiver.answer(() => ({ status: 500, body: 'not now' }));
  const { endpointId } = await outbox.addEndpoint(receiver.url('/'));
  const [id] = await outbox.happen(1);
  const node = outbox.node();
  await node.round();
  for (const [place, delay] of DELAYS_MS.entries()) {
    assert.equal(receiver.received.length, place + 1);
    const [delivery] = await outbox.deliveriesOf(endpointId);
    const wait = (delivery?.next_at ?? 0) - outbox.clock.now();
    assert.ok(wait <= 1.2 * delay && wait > 0.8 * delay - 3000, `${wait} ms instead of about ${delay}`);
    await outbox.requireLeft(endpointId, delivery?.next_at ?? null);
    await node.round();
    assert.equal(receiver.received.length, place + 1, 'it came too early');
    outbox.move(wait + 1);
    await node.round();
  }
  const [first] = receiver.received;
  assert.equal(receiver.received.length, 10);
  for (const each of receiver.received)
    assert.deepEqual({ id: each.id, body: each.body }, { id, body: first?.body });
  const times = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']));
  assert.equal(new Set(times).size, times.length, 'each try says when it was made');
  const [delivery] = await outbox.deliveriesOf(endpointId);
  assert.deepEqual(
    { status: delivery?.status, attempts: delivery?.attempts, next_at: delivery?.next_at },
    { status: 'failed', attempts: 10, next_at: null },
  );
  const attempts = await outbox.db.selectFrom('webhook_attempts').selectAll().orderBy('attempt').execute();
  assert.deepEqual(
    attempts.map(({ attempt, status }) => ({ attempt, status })),
    Array.from({ length: 10 }, (_, place) => ({ attempt: place + 1, status: 500 })),
  );
  await outbox.requireLeft(endpointId, null);
});

testOnOneDatabase('sends-new-deliveries-before-waiting-retries', async (location, t) => {
  const outbox = await openOutbox(t, location);
  const receiver = await startReceiver(t);
  const { endpointId } = await outbox.addEndpoint(receiver.url('/'));
  const [failing = '', ...rest] = await outbox.happen(3);
  receiver.answer(({ id }) => ({ status: id === failing ? 500 : 200 }));
  const node = outbox.node();
  await node.round();
  assert.deepEqual(idsOf(receiver.received), [failing, ...rest]);
  receiver.answer(() => ({}));
  outbox.move(7000);
  const newer = await outbox.happen(2);
  await node.round();
  assert.deepEqual(idsOf(receiver.received).slice(3), [...newer, failing]);
  const deliveries = await outbox.deliveriesOf(endpointId);
  assert.deepEqual(
    deliveries.map(({ status, attempts }) => ({ status, attempts })),
    [
      { status: 'delivered', attempts: 2 },
      ...Array.from({ length: 4 }, () => ({ status: 'delivered', attempts: 1 })),
    ],
  );
});

testOnOneDatabase('waits-as-long-as-a-busy-target-asks', async (location, t) => {
  const outbox = await openOutbox(t, location);
  const receiver = await startReceiver(t);
  receiver.answer(() => ({ status: 429, headers: { 'retry-after': '3600' } }));
  const { endpointId } = await outbox.addEndpoint(receiver.url('/'));
  await outbox.happen(1);
  const node = outbox.node();
  await node.round();
  outbox.move(HOUR_MS - 30_000);
  await node.round();
  assert.equal(receiver.received.length, 1);
  receiver.answer(() => ({}));
  outbox.move(31_000);
  await node.round();
  assert.equal(receiver.received.length, 2);
  await outbox.requireLeft(endpointId, null);
});

testOnOneDatabase('disables-an-endpoint-at-once-when-it-answers-410', async (location, t) => {
  const outbox = await openOutbox(t, location);
  const receiver = await startReceiver(t);
  const { endpointId } = await outbox.addEndpoint(receiver.url('/secret-path'));
  const other = await outbox.addEndpoint(receiver.url('/other'));
  await outbox.happen(5);
  receiver.answer(({ path }) => ({ status: path === '/other' ? 200 : 410 }));
  const node = outbox.node();
  await node.round();
  assert.equal(receiver.at('/secret-path').length, 1);
  await node.round();
  await requireDisabled(outbox, endpointId, 'gone');
  await outbox.happen(1);
  await node.round();
  assert.equal(receiver.at('/secret-path').length, 1);
  assert.equal(receiver.at('/other').length, 6);
  assert.equal((await outbox.deliveriesOf(endpointId)).length, 5);
  assert.equal((await outbox.endpointRow(other.endpointId)).disabled_at, null);
});

testOnEachDatabase('disables-an-endpoint-that-fails-for-five-days', async (location, t) => {
  const outbox = await openOutbox(t, location);
  const receiver = await startReceiver(t);
  const failing = await outbox.addEndpoint(receiver.url('/failing'));
  const lucky = await outbox.addEndpoint(receiver.url('/lucky'));
  receiver.answer(() => ({ status: 503 }));
  const node = outbox.node();
  for (let hour = 0; hour <= 121; hour += 11) {
    if (hour === 66) receiver.answer(({ path }) => ({ status: path === '/lucky' ? 204 : 503 }));
    if (hour === 77) receiver.answer(() => ({ status: 503 }));
    assert.equal((await outbox.endpointRow(failing.endpointId)).disabled_at, null);
    await outbox.happen(2);
    await node.round();
    outbox.move(11 * HOUR_MS);
  }
  await node.round();
  await requireDisabled(outbox, failing.endpointId, 'failing');
  assert.equal((await outbox.endpointRow(lucky.endpointId)).disabled_at, null);
});

testOnOneDatabase('sends-nothing-more-to-an-endpoint-that-is-disabled-meanwhile', async (location, t) => {
  const outbox = await openOutbox(t, location);
  const receiver = await startReceiver(t);
  const { endpointId } = await outbox.addEndpoint(receiver.url('/'));
  await outbox.happen(10);
  const release = Promise.withResolvers<object>();
  receiver.answer(() => release.promise);
  const node = outbox.node();
  await node.begin();
  await until(() => receiver.received.length === 1);
  await outbox.db
    .updateTable('webhook_endpoints')
    .set({ disabled_at: outbox.clock.now(), disabled_reason: 'asked' })
    .execute();
  // It sees this when it next renews its lease.
  outbox.move(5001);
  await node.begin();
  release.resolve({});
  await node.deliverer.idle();
  await node.round();
  assert.equal(receiver.received.length, 1);
  const deliveries = await outbox.deliveriesOf(endpointId);
  assert.deepEqual(
    deliveries.map(({ status }) => status),
    ['delivered', ...Array.from({ length: 9 }, () => 'failed')],
  );
  await outbox.requireLeft(endpointId, null);
});

testOnOneDatabase('restores-nothing-of-an-endpoint-that-is-deleted-meanwhile', async (location, t) => {
  const outbox = await openOutbox(t, location);
  const receiver = await startReceiver(t);
  await outbox.addEndpoint(receiver.url('/'));
  await outbox.happen(10);
  const release = Promise.withResolvers<object>();
  receiver.answer(() => release.promise);
  const node = outbox.node();
  await node.begin();
  await until(() => receiver.received.length === 1);
  for (const table of ['webhook_endpoints', 'webhook_deliveries', 'webhook_attempts'] as const) {
    await outbox.db.deleteFrom(table).execute();
  }
  outbox.move(5001);
  await node.begin();
  release.resolve({});
  await node.deliverer.idle();
  assert.equal(receiver.received.length, 1);
  for (const table of ['webhook_deliveries', 'webhook_attempts'] as const) {
    assert.deepEqual(await outbox.db.selectFrom(table).selectAll().execute(), []);
  }
});

/** Nothing is pending, and the tenant has one event about it. */
async function requireDisabled(outbox: Outbox, endpointId: string, reason: string): Promise<void> {
  const row = await outbox.endpointRow(endpointId);
  assert.notEqual(row.disabled_at, null);
  assert.deepEqual(
    { disabled_reason: row.disabled_reason, due_at: row.due_at, lease_holder: row.lease_holder },
    { disabled_reason: reason, due_at: null, lease_holder: null },
  );
  for (const delivery of await outbox.deliveriesOf(endpointId)) {
    assert.deepEqual(
      { status: delivery.status, next_at: delivery.next_at },
      { status: 'failed', next_at: null },
    );
    assert.notEqual(delivery.settled_at, null);
  }
  const notices = await outbox.db.selectFrom('notices').selectAll().execute();
  assert.deepEqual(
    notices.map(({ kind }) => kind),
    ['webhook_disabled'],
  );
  const data = JSON.parse(notices[0]?.data ?? '{}');
  assert.deepEqual(
    { endpoint_id: data.endpoint_id, reason: data.reason },
    { endpoint_id: endpointId, reason },
  );
  assert.doesNotMatch(notices[0]?.data ?? '', /secret-path/);
}

function idsOf(received: readonly Received[]): string[] {
  return received.map(({ id }) => id);
}
