/** Events reach their endpoints: all of them, in order, signed, and once if nothing fails. */
import assert from 'node:assert/strict';
import { randomFillSync } from 'node:crypto';
import { newSecret, secretText } from '@assize/service/webhooks/endpoints/sign.ts';
import { Webhook } from 'standardwebhooks';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { until } from './support/until.ts';
import { openOutbox } from './support/webhooks/outbox.ts';
import { type Received, startReceiver } from './support/webhooks/receiver.ts';

testOnEachDatabase('delivers-each-event-once-in-the-order-of-their-places', async (location, t) => {
  const outbox = await openOutbox(t, location);
  const receiver = await startReceiver(t);
  const { endpointId, secret } = await outbox.addEndpoint(receiver.url('/all'));
  const node = outbox.node();
  for (let round = 0; round < 4; round += 1) {
    for (let number = 0; number < 20; number += 1) await outbox.addEvent();
    await outbox.handOn();
    await node.round();
  }
  const events = await outbox.db.selectFrom('events').selectAll().orderBy('position').execute();
  assert.deepEqual(
    receiver.received.map(({ id }) => id),
    events.map(({ event_id }) => event_id),
  );
  assert.equal(receiver.mostAtOnce(), 1);
  for (const [place, event] of events.entries()) {
    const one = receiver.received[place];
    assert.ok(one);
    assert.deepEqual(verified(secret, one), {
      type: event.type,
      timestamp: new Date(event.created_at).toISOString(),
      data: JSON.parse(event.data),
    });
    assert.ok(one.body.endsWith(`"data":${event.data}}`));
    assert.equal(one.headers['content-type'], 'application/json');
    assert.match(one.headers['user-agent'] ?? '', /^Assize-Webhooks\/\d/);
  }
  const deliveries = await outbox.deliveriesOf(endpointId);
  assert.deepEqual(
    deliveries.map(({ status, attempts, next_at }) => ({ status, attempts, next_at })),
    events.map(() => ({ status: 'delivered', attempts: 1, next_at: null })),
  );
  const attempts = await outbox.db.selectFrom('webhook_attempts').selectAll().execute();
  assert.equal(attempts.length, events.length);
  for (const { status, error, response } of attempts) {
    assert.deepEqual(
      { status, error, response: Buffer.from(response ?? []).toString() },
      { status: 200, error: null, response: 'ok' },
    );
  }
  await outbox.requireLeft(endpointId, null);
});

testOnOneDatabase('sends-several-at-once-where-many-wait-and-each-once', async (location, t) => {
  const outbox = await openOutbox(t, location);
  const receiver = await startReceiver(t);
  const { endpointId } = await outbox.addEndpoint(receiver.url('/many'));
  const ids: string[] = [];
  for (let number = 0; number < 300; number += 1) ids.push(await outbox.addEvent());
  await outbox.handOn();
  // No request is answered before a second one has come.
  const several = Promise.withResolvers<void>();
  receiver.answer(async () => {
    if (receiver.mostAtOnce() > 1) several.resolve();
    await several.promise;
    return {};
  });
  await outbox.node().round();
  const most = receiver.mostAtOnce();
  assert.deepEqual(receiver.received.map(({ id }) => id).sort(), ids.sort());
  assert.ok(most > 1 && most <= 8, `${most} at once`);
  await outbox.requireLeft(endpointId, null);
});

testOnOneDatabase('signs-with-the-secret-before-as-well-while-it-is-valid', async (location, t) => {
  const outbox = await openOutbox(t, location);
  const receiver = await startReceiver(t);
  const before = newSecret((target) => void randomFillSync(target));
  const until24h = outbox.clock.now() + 86_400_000;
  const { secret } = await outbox.addEndpoint(receiver.url('/'), {
    previous: { secret: before, until: until24h },
  });
  const node = outbox.node();
  const next = async () => {
    await outbox.addEvent();
    await outbox.handOn();
    await node.round();
    const one = receiver.received.at(-1);
    assert.ok(one);
    return one;
  };
  const during = await next();
  verified(secret, during);
  verified(secretText(before), during);
  outbox.move(86_400_000);
  const later = await next();
  const ofLater = [secret, secretText(before)].map((each) => signatureBy(each, later));
  assert.equal(later.headers['webhook-signature'], ofLater[0]);
  assert.notEqual(ofLater[0], ofLater[1]);
});

testOnOneDatabase('a-hanging-endpoint-delays-no-other', async (location, t) => {
  const outbox = await openOutbox(t, location);
  const receiver = await startReceiver(t);
  receiver.answer(({ path }) => (path === '/0' ? null : {}));
  for (let number = 0; number < 10; number += 1) await outbox.addEndpoint(receiver.url(`/${number}`));
  const node = outbox.node();
  for (let round = 1; round <= 3; round += 1) {
    for (let number = 0; number < 40; number += 1) await outbox.addEvent();
    await outbox.handOn();
    await node.begin();
    await until(async () => {
      await node.begin();
      return [1, 2, 3, 4, 5, 6, 7, 8, 9].every((number) => receiver.at(`/${number}`).length === 40 * round);
    });
    // It still hangs, because several wait at once, but no longer than that.
    await until(async () => node.deliverer.size === 1);
    assert.equal(receiver.at('/0').length, 8);
  }
});

testOnEachDatabase('sends-to-one-endpoint-from-one-node-at-a-time', async (location, t) => {
  const outbox = await openOutbox(t, location);
  const receiver = await startReceiver(t);
  const endpoints = [];
  for (const path of ['/a', '/b', '/c']) endpoints.push(await outbox.addEndpoint(receiver.url(path)));
  const nodes = [outbox.node(), outbox.node(), outbox.node()];
  const ids: string[] = [];
  let adding = true;
  const add = async () => {
    for (let number = 0; number < 100; number += 1) {
      ids.push(await outbox.addEvent());
      if (number % 3 === 0) await outbox.handOn();
    }
    await outbox.handOn();
    adding = false;
  };
  const send = async (node: (typeof nodes)[number]) => {
    while (adding) await node.round();
  };
  await Promise.all([add(), ...nodes.map(send)]);
  await nodes[0]?.round();
  const placed = await outbox.db.selectFrom('events').select('event_id').orderBy('position').execute();
  const inOrder = placed.map(({ event_id }) => event_id);
  assert.equal(inOrder.length, 100);
  for (const path of ['/a', '/b', '/c']) {
    const got = receiver.at(path).map(({ id }) => id);
    assert.equal(new Set(got).size, got.length, 'one was sent twice');
    assert.deepEqual([...got].sort(), [...inOrder].sort());
  }
  for (const { endpointId } of endpoints) await outbox.requireLeft(endpointId, null);
});

testOnEachDatabase('sends-deliveries-that-are-added-while-an-endpoint-is-released', async (location, t) => {
  const outbox = await openOutbox(t, location);
  const receiver = await startReceiver(t);
  const { endpointId } = await outbox.addEndpoint(receiver.url('/'));
  const node = outbox.node();
  for (let number = 0; number < 150; number += 1) {
    await outbox.addEvent();
    // In either order: after both, it was sent, or a sender is due for it.
    await Promise.all([outbox.handOn(), node.round(), outbox.handOn()]);
    await outbox.requireDue(endpointId);
  }
  await node.round();
  await outbox.requireLeft(endpointId, null);
  assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 150);
});

testOnOneDatabase('sends-nothing-where-secrets-cannot-be-read', async (location, t) => {
  const outbox = await openOutbox(t, location);
  const receiver = await startReceiver(t);
  const { endpointId } = await outbox.addEndpoint(receiver.url('/'));
  await outbox.addEvent();
  await outbox.handOn();
  await outbox.node({ secretBox: null }).round();
  assert.equal(receiver.received.length, 0);
  const [pending] = await outbox.deliveriesOf(endpointId);
  assert.deepEqual(
    { status: pending?.status, attempts: pending?.attempts },
    { status: 'pending', attempts: 0 },
  );
  await outbox.node().round();
  assert.equal(receiver.received.length, 1);
});

/** @returns the body. @throws if the signature is not made with the secret, or is too old. */
function verified(secret: string, { body, headers }: Received): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}

function signatureBy(secret: string, { id, body, headers }: Received): string {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  return new Webhook(secret).sign(id, at, body);
}
