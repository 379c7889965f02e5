/** A channel that fails: its messages are sent later or given up, it is disabled once it is dead, and no other one waits for it. */
import assert from 'node:assert/strict';
import { MESSAGES_AT_ONCE } from '@assize/service/channels/outbox/due.ts';
import { openChannelOutbox } from './support/channels/channel-outbox.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { until } from './support/until.ts';
import { startReceiver } from './support/webhooks/receiver.ts';

const DAY_MS = 86_400_000;

testOnEachDatabase('tries-again-later-and-gives-up-after-days', async (location, t) => {
  const channels = await openChannelOutbox(t, location);
  const receiver = await startReceiver(t);
  await channels.addChannel(receiver.url('/flow'));
  const node = await channels.node();
  receiver.answer(() => ({ status: 503 }));
  await channels.opened();
  for (let tries = 0; tries < 10; tries += 1) {
    await node.round();
    assert.equal(receiver.received.length, tries + 1);
    await node.round();
    assert.equal(receiver.received.length, tries + 1, 'it was tried again at once');
    const [waiting] = await channels.messages();
    if (waiting?.next_at != null) channels.outbox.move(waiting.next_at - channels.outbox.clock.now());
  }
  const [message] = await channels.messages();
  assert.deepEqual([message?.status, message?.attempts, message?.next_at], ['failed', 10, null]);
  const tried = await channels.outbox.db.selectFrom('channel_attempts').selectAll().execute();
  assert.deepEqual(new Set(tried.map(({ fault }) => fault)), new Set(['later']));
});

testOnEachDatabase('waits-as-long-as-the-provider-asks-which-is-not-a-try', async (location, t) => {
  const channels = await openChannelOutbox(t, location);
  const receiver = await startReceiver(t);
  await channels.addChannel(receiver.url('/flow'));
  const node = await channels.node();
  receiver.answer(() => ({ status: 429, headers: { 'retry-after': '90' } }));
  await channels.opened();
  for (let times = 1; times <= 12; times += 1) {
    await node.round();
    channels.outbox.move(80_000);
    await node.round();
    assert.equal(receiver.received.length, times, 'it did not wait');
    channels.outbox.move(11_000);
  }
  assert.deepEqual(
    (await channels.messages()).map(({ status, attempts, tries }) => ({ status, attempts, tries })),
    [{ status: 'pending', attempts: 12, tries: 0 }],
  );
  receiver.answer(() => ({}));
  await node.round();
  assert.equal((await channels.messages())[0]?.status, 'delivered');
});

testOnEachDatabase('new-messages-wait-with-a-channel-that-was-asked-to', async (location, t) => {
  const channels = await openChannelOutbox(t, location);
  const receiver = await startReceiver(t);
  await channels.addChannel(receiver.url('/flow'));
  const node = await channels.node();
  receiver.answer(() => ({ status: 429, headers: { 'retry-after': '90' } }));
  await channels.opened();
  await channels.opened();
  await node.round();
  assert.equal(receiver.received.length, 1);
  receiver.answer(() => ({}));
  await channels.opened();
  channels.outbox.move(80_000);
  await node.round();
  assert.equal(receiver.received.length, 1);
  channels.outbox.move(11_000);
  await node.round();
  assert.equal(receiver.received.length, 4);
  assert.deepEqual(
    (await channels.messages()).map(({ status }) => status),
    ['delivered', 'delivered', 'delivered'],
  );
});

testOnEachDatabase('disables-a-channel-that-refuses-and-tells-of-it-once', async (location, t) => {
  const channels = await openChannelOutbox(t, location);
  const receiver = await startReceiver(t);
  const channelId = await channels.addChannel(receiver.url('/flow'));
  const { db } = channels.outbox;
  receiver.answer(() => ({ status: 410 }));
  await channels.opened();
  await channels.opened();
  await (await channels.node()).round();
  assert.equal(receiver.received.length, 1, 'it was asked again after it refused');
  assert.equal((await channels.channel(channelId)).disabled_reason, 'refused');
  assert.deepEqual(
    (await channels.messages()).map(({ status }) => status),
    ['failed', 'failed'],
  );
  const notices = await db.selectFrom('notices').selectAll().where('kind', '=', 'channel_disabled').execute();
  assert.deepEqual(
    notices.map(({ data }) => JSON.parse(data)),
    [{ channel_id: channelId, kind: 'teams', name: 'a test', problem: 'The workflow answered 410.' }],
  );
  await channels.opened();
  await (await channels.node()).round();
  assert.equal(receiver.received.length, 1, 'a disabled channel got a message');
});

testOnOneDatabase('disables-a-channel-that-failed-for-five-days', async (location, t) => {
  const channels = await openChannelOutbox(t, location);
  const receiver = await startReceiver(t);
  const channelId = await channels.addChannel(receiver.url('/flow'));
  receiver.answer(() => ({ status: 500 }));
  const node = await channels.node();
  for (let day = 0; day <= 5; day += 1) {
    await channels.opened();
    await node.round();
    channels.outbox.move(DAY_MS);
  }
  assert.equal((await channels.channel(channelId)).disabled_reason, 'failing');
});

testOnOneDatabase('a-refused-message-neither-stops-its-channel-nor-is-sent-again', async (location, t) => {
  const channels = await openChannelOutbox(t, location);
  const receiver = await startReceiver(t);
  const channelId = await channels.addChannel(receiver.url('/flow'));
  const bad = await channels.opened();
  receiver.answer(({ body }) => (body.includes(bad) ? { status: 400 } : {}));
  channels.outbox.move(1);
  await channels.opened();
  await (await channels.node()).round();
  channels.outbox.move(DAY_MS);
  await (await channels.node()).round();
  assert.deepEqual(
    (await channels.messages()).map(({ status, attempts }) => ({ status, attempts })),
    [
      { status: 'failed', attempts: 1 },
      { status: 'delivered', attempts: 1 },
    ],
  );
  assert.equal((await channels.channel(channelId)).disabled_at, null);
});

testOnEachDatabase('a-slow-channel-does-not-hold-up-that-of-another', async (location, t) => {
  const channels = await openChannelOutbox(t, location);
  const receiver = await startReceiver(t);
  await channels.addChannel(receiver.url('/slow'));
  await channels.addChannel(receiver.url('/quick'), channels.outbox.sandbox);
  const released = Promise.withResolvers<void>();
  receiver.answer(async ({ path }) => {
    if (path === '/slow') await released.promise;
    return {};
  });
  const node = await channels.node();
  // More than one look finds.
  const waiting = MESSAGES_AT_ONCE + 20;
  for (let number = 0; number < waiting; number += 1) await channels.opened();
  await node.begin();
  channels.outbox.move(1);
  for (let number = 0; number < 20; number += 1) await channels.opened(channels.outbox.sandbox);
  await until(async () => {
    await node.begin();
    return receiver.at('/quick').length === 20;
  });
  assert.equal(receiver.at('/slow').length, 1, 'the slow one got several at once');
  released.resolve();
  await node.round();
  assert.equal(receiver.at('/slow').length, waiting);
});

testOnEachDatabase('what-is-damaged-of-one-does-not-hold-up-another', async (location, t) => {
  const channels = await openChannelOutbox(t, location);
  const { db, chain, sandbox } = channels.outbox;
  const receiver = await startReceiver(t);
  await channels.addChannel(receiver.url('/damaged'));
  await channels.addChannel(receiver.url('/sound'), sandbox);
  const node = await channels.node();
  const gone = { version: 7, evidence_id: 'ev_1', activated_at: 1, activated_by: 'key_of_test' };
  await db
    .insertInto('settings_in_force')
    .values({ chain, ...gone })
    .execute();
  await channels.opened();
  await channels.opened(sandbox);
  await node.begin();
  await node.poster.idle();
  assert.equal(receiver.at('/sound').length, 1);
  const id = await channels.opened();
  await db.updateTable('approvals').set({ route: '{' }).where('approval_id', '=', id).execute();
  await channels.opened(sandbox);
  await assert.rejects(node.begin(), SyntaxError);
  await node.poster.idle();
  assert.equal(receiver.at('/sound').length, 2);
  assert.equal(receiver.at('/damaged').length, 0);
});
