// LEAD: read NOTE-FROM-LEAD.txt in this worktree before you go on (and delete this line).
/** Messages reach their channels: at least once, as the approval is at that time, and none waits for another channel. */
import assert from 'node:assert/strict';
import { textsOf } from './support/channels/cards.ts';
import { openChannelOutbox } from './support/channels/channel-outbox.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { until } from './support/until.ts';
import { startReceiver } from './support/webhooks/receiver.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

testOnEachDatabase('posts-each-approval-once-and-tells-the-decision', async (location, t) => {
  const channels = await openChannelOutbox(t, location);
  const receiver = await startReceiver(t);
  const channelId = await channels.addChannel(receiver.url('/flow'));
  const node = await channels.node();
  const approval = await channels.opened();
  await node.round();
  await node.round();
  await channels.becomes(approval, 'approved');
  await node.round();
  await channels.becomes(approval, 'consumed');
  await node.round();
  const said = receiver.received.map(({ body }) => textsOf(body));
  assert.deepEqual(
    said.map(({ texts }) => texts.split('\n')[0]),
    ['An action waits for a decision', 'Approved'],
  );
  for (const { url } of said) assert.equal(url, `https://assize.example.org/approvals/${approval}`);
  const [message] = await channels.messages();
  assert.deepEqual([message?.status, message?.shown, message?.attempts], ['delivered', 'used', 3]);
  const { due_at, lease_holder } = await channels.channel(channelId);
  assert.deepEqual({ due_at, lease_holder }, { due_at: null, lease_holder: null });
});

testOnEachDatabase('tries-again-later-and-gives-up-after-days', async (location, t) => {
  const channels = await openChannelOutbox(t, location);
  const receiver = await startReceiver(t);
  const channelId = await channels.addChannel(receiver.url('/flow'));
  const node = await channels.node();
  receiver.answer(() => ({ status: 503 }));
  await channels.opened();
  for (let tries = 0; tries < 10; tries += 1) {
    await node.round();
    assert.equal(receiver.received.length, tries + 1);
    await node.round();
    assert.equal(receiver.received.length, tries + 1, 'it was tried again at once');
    const { due_at } = await channels.channel(channelId);
    if (due_at !== null) channels.outbox.move(due_at - channels.outbox.clock.now());
  }
  const [message] = await channels.messages();
  assert.deepEqual([message?.status, message?.attempts, message?.next_at], ['failed', 10, null]);
  const tried = await channels.outbox.db.selectFrom('channel_attempts').selectAll().execute();
  assert.deepEqual(new Set(tried.map(({ fault }) => fault)), new Set(['later']));
});

testOnEachDatabase('waits-as-long-as-the-provider-asks-also-with-new-messages', async (location, t) => {
  const channels = await openChannelOutbox(t, location);
  const receiver = await startReceiver(t);
  await channels.addChannel(receiver.url('/flow'));
  const node = await channels.node();
  receiver.answer(() => ({ status: 429, headers: { 'retry-after': '90' } }));
  await channels.opened();
  await node.round();
  receiver.answer(() => ({}));
  await channels.opened();
  channels.outbox.move(80_000);
  await node.round();
  assert.equal(receiver.received.length, 1);
  channels.outbox.move(11_000);
  await node.round();
  assert.equal(receiver.received.length, 3);
  assert.deepEqual(
    (await channels.messages()).map(({ status }) => status),
    ['delivered', 'delivered'],
  );
});

testOnEachDatabase(
  'shows-the-latest-state-where-it-changed-while-a-message-was-sent',
  async (location, t) => {
    const channels = await openChannelOutbox(t, location);
    const receiver = await startReceiver(t);
    await channels.addChannel(receiver.url('/flow'));
    const approval = await channels.opened();
    receiver.answer(async () => {
      if (receiver.received.length === 1) await channels.becomes(approval, 'rejected');
      return {};
    });
    await (await channels.node()).round();
    const titles = receiver.received.map(({ body }) => textsOf(body).texts.split('\n')[0]);
    assert.deepEqual(titles, ['An action waits for a decision', 'Rejected']);
    const [message] = await channels.messages();
    assert.deepEqual([message?.status, message?.shown], ['delivered', 'rejected']);
  },
);

testOnEachDatabase('two-nodes-send-each-message-once', async (location, t) => {
  const channels = await openChannelOutbox(t, location);
  const receiver = await startReceiver(t);
  for (const path of ['/one', '/two', '/three']) await channels.addChannel(receiver.url(path));
  const nodes = await Promise.all([channels.node(), channels.node()]);
  const opened = new Set<string>();
  for (let round = 0; round < 5; round += 1) {
    for (let number = 0; number < 4; number += 1) opened.add(await channels.opened());
    await Promise.all(nodes.map((node) => node.round()));
  }
  await Promise.all(nodes.map((node) => node.round()));
  for (const path of ['/one', '/two', '/three']) {
    const told = receiver.at(path).map(({ body }) => textsOf(body).url?.split('/').at(-1));
    assert.deepEqual(told.toSorted(), [...opened].sort());
  }
});

testOnEachDatabase('sends-again-what-a-node-posted-and-did-not-settle', async (location, t) => {
  const channels = await openChannelOutbox(t, location);
  const receiver = await startReceiver(t);
  const channelId = await channels.addChannel(receiver.url('/flow'));
  const approval = await channels.opened();
  const answered = Promise.withResolvers<void>();
  receiver.answer(async () => {
    if (receiver.received.length === 1) await answered.promise;
    return {};
  });
  const dying = await channels.node();
  await dying.begin();
  await until(() => receiver.received.length === 1);
  // Its lease ends without an outcome, and the approval is decided meanwhile.
  channels.outbox.move(MINUTE_MS);
  await channels.becomes(approval, 'approved');
  await (await channels.node()).round();
  assert.equal(receiver.received.length, 2);
  answered.resolve();
  await dying.deliverer.idle();
  await (await channels.node()).round();
  const titles = receiver.received.map(({ body }) => textsOf(body).texts.split('\n')[0]);
  assert.deepEqual(titles, ['An action waits for a decision', 'Approved'], 'the latest state wins');
  const [message] = await channels.messages();
  assert.deepEqual([message?.status, message?.shown], ['delivered', 'approved']);
  assert.equal((await channels.channel(channelId)).lease_holder, null);
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
  const { disabled_reason, due_at, lease_holder } = await channels.channel(channelId);
  assert.deepEqual(
    { disabled_reason, due_at, lease_holder },
    {
      disabled_reason: 'refused',
      due_at: null,
      lease_holder: null,
    },
  );
  assert.deepEqual(
    (await channels.messages()).map(({ status }) => status),
    ['failed', 'failed'],
  );
  const notices = await db.selectFrom('notices').selectAll().where('kind', '=', 'channel_disabled').execute();
  assert.deepEqual(
    notices.map(({ data }) => JSON.parse(data)),
    [{ channel_id: channelId, kind: 'teams', reason: 'refused' }],
  );
  const events = await db.selectFrom('events').selectAll().where('type', '=', 'channel.disabled').execute();
  assert.equal(events.length, 1);
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
  for (let number = 0; number < 20; number += 1) await channels.opened();
  await node.begin();
  for (let number = 0; number < 20; number += 1) await channels.opened(channels.outbox.sandbox);
  await until(async () => {
    await node.begin();
    return receiver.at('/quick').length === 20;
  });
  assert.ok(receiver.at('/slow').length <= 4, 'the slow one got more at once than it has lanes');
  released.resolve();
  await node.deliverer.idle();
});

testOnEachDatabase('tells-only-the-channels-that-the-route-names', async (location, t) => {
  const channels = await openChannelOutbox(t, location);
  const receiver = await startReceiver(t);
  const finance = await channels.addChannel(receiver.url('/finance'));
  await channels.addChannel(receiver.url('/legal'));
  await channels.opened(undefined, { name: 'money', ask: [], channels: [finance] });
  await channels.opened(undefined, { name: 'nothing', ask: [], channels: [] });
  await channels.opened(undefined, { name: 'all', ask: [] });
  await (await channels.node()).round();
  assert.deepEqual([receiver.at('/finance').length, receiver.at('/legal').length], [2, 1]);
});
