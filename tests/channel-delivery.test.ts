/** Messages reach their channels: at least once, as the approval is at that time. */
import assert from 'node:assert/strict';
import { textsOf } from './support/channels/cards.ts';
import { type ChannelOutbox, openChannelOutbox } from './support/channels/channel-outbox.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { until } from './support/until.ts';
import { type Receiver, startReceiver } from './support/webhooks/receiver.ts';

const MINUTE_MS = 60_000;

function titleOf(body: string): string {
  return textsOf(body).texts.split('\n')[0] ?? '';
}

testOnEachDatabase('posts-each-approval-once-and-tells-the-decision', async (location, t) => {
  const channels = await openChannelOutbox(t, location);
  const receiver = await startReceiver(t);
  await channels.addChannel(receiver.url('/flow'));
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
    receiver.received.map(({ body }) => titleOf(body)),
    ['An action waits for a decision', 'Approved', 'Approved and carried out'],
  );
  for (const { url } of said) assert.equal(url, `https://assize.example.org/approvals/${approval}`);
  const [message] = await channels.messages();
  assert.deepEqual([message?.status, message?.shown, message?.attempts], ['delivered', 'used', 3]);
  assert.equal(message?.next_at, null);
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
    const titles = receiver.received.map(({ body }) => titleOf(body));
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

/** A node that posted a message and stalls before it stores that; `revive` lets it go on. */
async function stalled(channels: ChannelOutbox, receiver: Receiver) {
  const answered = Promise.withResolvers<void>();
  receiver.answer(async () => {
    if (receiver.received.length === 1) await answered.promise;
    return {};
  });
  const approval = await channels.opened();
  const node = await channels.node();
  await node.begin();
  await until(() => receiver.received.length === 1);
  // Its lease ends without an outcome.
  channels.outbox.move(MINUTE_MS);
  const revive = async () => {
    answered.resolve();
    await node.poster.close();
  };
  return { approval, revive };
}

testOnEachDatabase('sends-again-what-a-node-posted-and-did-not-settle', async (location, t) => {
  const channels = await openChannelOutbox(t, location);
  const receiver = await startReceiver(t);
  await channels.addChannel(receiver.url('/flow'));
  const { approval, revive } = await stalled(channels, receiver);
  const living = await channels.node();
  await living.round();
  assert.equal(receiver.received.length, 2);
  await channels.becomes(approval, 'approved');
  await living.round();
  await revive();
  await living.round();
  const titles = receiver.received.map(({ body }) => titleOf(body));
  const asked = 'An action waits for a decision';
  assert.deepEqual(titles, [asked, asked, 'Approved'], 'the latest state wins');
  const [message] = await channels.messages();
  assert.deepEqual([message?.status, message?.shown, message?.attempts], ['delivered', 'approved', 2]);
});

testOnEachDatabase(
  'a-late-message-that-was-dropped-meanwhile-shows-the-decision-too',
  async (location, t) => {
    const channels = await openChannelOutbox(t, location);
    const receiver = await startReceiver(t);
    await channels.addChannel(receiver.url('/flow'));
    const { approval, revive } = await stalled(channels, receiver);
    await channels.becomes(approval, 'approved');
    const living = await channels.node();
    await living.round();
    assert.equal((await channels.messages())[0]?.status, 'dropped');
    await revive();
    await living.round();
    const titles = receiver.received.map(({ body }) => titleOf(body));
    assert.deepEqual(titles, ['An action waits for a decision', 'Approved']);
    const [message] = await channels.messages();
    assert.deepEqual([message?.status, message?.shown], ['delivered', 'approved']);
  },
);

testOnEachDatabase('tells-nothing-of-an-approval-that-was-decided-before', async (location, t) => {
  const channels = await openChannelOutbox(t, location);
  const receiver = await startReceiver(t);
  await channels.addChannel(receiver.url('/flow'));
  const approval = await channels.opened();
  await channels.becomes(approval, 'rejected');
  await (await channels.node()).round();
  assert.deepEqual(receiver.received, []);
  const [message] = await channels.messages();
  assert.deepEqual([message?.status, message?.attempts], ['dropped', 0]);
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
