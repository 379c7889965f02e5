/** Slack's own client posts to a stand-in of Slack; every error of Slack says what is to be done about it. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { CARD, standingSlack } from '../../../tests/support/slack/channel.ts';
import type { ChannelError, Message } from '../channel.ts';
import { slackChannel } from './slack.ts';

const MESSAGE: Message = {
  messageId: 'msg_1',
  reason: 'request',
  recipient: 'C0APPROVALS',
  cards: [CARD],
};
const stop = new AbortController().signal;

async function channelTo(t: TestContext, allowed?: string[]) {
  const standing = await standingSlack(t, allowed);
  return { ...standing, channel: slackChannel('chn_1', standing.options, standing.api) };
}

async function faultOf(work: Promise<unknown>): Promise<ChannelError> {
  try {
    await work;
  } catch (error) {
    assert.equal((error as Error).name, 'ChannelError');
    return error as ChannelError;
  }
  return assert.fail('It should have failed.');
}

test('posts-a-message-and-edits-it-when-it-is-decided', async (t) => {
  const { slack, channel } = await channelTo(t);
  const reference = await channel.deliver(MESSAGE, stop);
  const decided = { ...MESSAGE, cards: [{ ...CARD, state: 'approved' as const }] };
  assert.equal(await channel.update(decided, reference, stop), reference);
  const [message, ...others] = slack.workspace.messages;
  assert.deepEqual(others, []);
  assert.equal(message?.text, 'Approved: refund.create');
  assert.equal(message?.edits, 1);
});

test('nothing-in-a-message-is-turned-into-a-link-or-mention-by-slack', async (t) => {
  const { slack, channel } = await channelTo(t);
  await channel.deliver(MESSAGE, stop);
  const [call] = slack.workspace.calls;
  const { unfurl_links, unfurl_media, link_names, parse } = call?.given ?? {};
  assert.deepEqual(
    { unfurl_links, unfurl_media, link_names, parse },
    { unfurl_links: 'false', unfurl_media: 'false', link_names: 'false', parse: 'none' },
  );
});

test('tells-one-person-what-others-do-not-see', async (t) => {
  const { slack, channel } = await channelTo(t);
  await channel.tell?.('T0ASSIZE01/U0DANA', 'You may not decide this.', stop);
  assert.deepEqual(slack.workspace.private, [
    { channel: 'C0APPROVALS', user: 'U0DANA', text: 'You may not decide this.' },
  ]);
  assert.deepEqual(slack.workspace.messages, []);
});

test('check-tells-the-workspace-and-refuses-a-token-of-another', async (t) => {
  const { channel, api } = await channelTo(t);
  assert.match(await channel.check(stop), /Stand-in/);
  const other = slackChannel(
    'chn_1',
    { workspace: 'T0OTHER001', app: 'A0ASSIZE01', conversation: 'C0APPROVALS', receives: 'url' },
    api,
  );
  const { fault, message } = await faultOf(other.check(stop));
  assert.equal(fault, 'channel');
  assert.match(message, /T0ASSIZE01, not T0OTHER001/);
});

const TOKEN_FAULTS = ['token_revoked', 'invalid_auth', 'account_inactive', 'not_authed', 'missing_scope'];

for (const code of TOKEN_FAULTS) {
  test(`${code.replaceAll('_', '-')}-is-a-fault-of-the-channel`, async (t) => {
    const { slack, channel } = await channelTo(t);
    slack.workspace.tokenFault = code;
    const { fault, message } = await faultOf(channel.deliver(MESSAGE, stop));
    assert.equal(fault, 'channel');
    assert.match(message, new RegExp(code));
    assert.doesNotMatch(message, /xox/);
    assert.equal(slack.workspace.calls.length, 1);
  });
}

test('an-archived-or-unknown-conversation-is-a-fault-of-the-message', async (t) => {
  const { slack, channel, api, options } = await channelTo(t);
  slack.workspace.archive();
  const archived = await faultOf(channel.deliver(MESSAGE, stop));
  assert.deepEqual([archived.fault, /is_archived/.test(archived.message)], ['message', true]);
  const elsewhere = slackChannel('chn_1', { ...options, conversation: 'C0NOWHERE' }, api);
  const unknown = await faultOf(elsewhere.deliver(MESSAGE, stop));
  assert.deepEqual([unknown.fault, /channel_not_found/.test(unknown.message)], ['message', true]);
});

test('a-message-that-someone-deleted-is-a-fault-of-the-message', async (t) => {
  const { slack, channel } = await channelTo(t);
  const reference = await channel.deliver(MESSAGE, stop);
  slack.workspace.messages.length = 0;
  assert.equal((await faultOf(channel.update(MESSAGE, reference, stop))).fault, 'message');
});

test('waits-as-long-as-slack-asks-and-does-not-try-again-by-itself', async (t) => {
  const { slack, channel } = await channelTo(t);
  slack.workspace.limits = true;
  for (let sent = 0; sent < 5; sent += 1) await channel.deliver(MESSAGE, stop);
  const { fault, afterMs } = await faultOf(channel.deliver(MESSAGE, stop));
  assert.deepEqual({ fault, afterMs }, { fault: 'later', afterMs: 1000 });
  assert.equal(slack.workspace.calls.filter(({ answer }) => answer === 'ratelimited').length, 1);
});

test('an-error-of-slacks-servers-is-for-later-and-its-page-is-not-repeated', async (t) => {
  const { slack, channel } = await channelTo(t);
  for (const status of [500, 502, 503]) {
    slack.failNext(status);
    const { fault, message } = await faultOf(channel.deliver(MESSAGE, stop));
    assert.deepEqual([fault, message], ['later', `Slack answered ${status}.`]);
  }
  slack.failNext(200);
  const { fault, message } = await faultOf(channel.deliver(MESSAGE, stop));
  assert.deepEqual([fault, message], ['later', 'Slack answered with an error.']);
});

test('reaches-no-private-address-that-the-operator-did-not-name', async (t) => {
  const { slack, channel } = await channelTo(t, []);
  const { fault, message } = await faultOf(channel.deliver(MESSAGE, stop));
  assert.equal(fault, 'later');
  assert.doesNotMatch(message, /127\.0\.0\.1/);
  assert.deepEqual(slack.workspace.calls, []);
});

test('a-service-that-stops-does-not-wait-for-slack', async (t) => {
  const { channel } = await channelTo(t);
  const stopping = new AbortController();
  const delivering = channel.deliver(MESSAGE, stopping.signal);
  stopping.abort();
  assert.equal((await faultOf(delivering)).fault, 'later');
});
