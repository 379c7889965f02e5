/** A press in Slack is stored once, however often it is repeated, and only if Slack signed it for this channel's app. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { CARD, type SlackStanding, standingSlack } from '../../../../tests/support/slack/channel.ts';
import { type Person, pressOf, signed, submissionOf } from '../../../../tests/support/slack/people.ts';
import type { SlackMessage } from '../../../../tests/support/slack/workspace.ts';
import type { Failure } from '../../../foundation/failure.ts';
import { slackChannel } from '../slack.ts';
import { type Receiving, receiveRequest } from './receive.ts';

const DANA: Person = { id: 'U0DANA' };
const ACCOUNT = 'T0ASSIZE01/U0DANA';
const stop = new AbortController().signal;

interface Posted extends SlackStanding {
  message: SlackMessage;
}

async function posted(t: TestContext): Promise<Posted> {
  const standing = await standingSlack(t);
  const about = { messageId: 'm', reason: 'request', recipient: '', cards: [CARD] } as const;
  await slackChannel('chn_1', standing.options, standing.api).deliver(about, stop);
  const [message] = standing.slack.workspace.messages;
  return { ...standing, message: message ?? assert.fail('nothing was posted') };
}

/** Brings a payload to the service as Slack does, signed now unless said otherwise. */
async function bring(
  { receive, slack }: SlackStanding,
  payload: object,
  { secret = slack.workspace.signingSecret, ageSeconds = 0 } = {},
) {
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const headers = signed(body, secret, Date.now() / 1000 - ageSeconds);
  const request = {
    signature: headers['x-slack-signature'],
    timestamp: headers['x-slack-request-timestamp'],
    body: Buffer.from(body),
  };
  const { answer, afterwards } = await receiveRequest([receive.channel], () => receive, request, Date.now());
  await afterwards(stop);
  return answer;
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    return (error as Failure).code;
  }
  return assert.fail('It should have been refused.');
}

const press = (standing: Posted, action: string, person = DANA) =>
  pressOf(standing.slack.workspace, person, standing.message, action);

test('stores-a-press-of-someone-tied-once-however-often-slack-repeats-it', async (t) => {
  const standing = await posted(t);
  standing.tied.add(ACCOUNT);
  const payload = press(standing, 'approve');
  for (let time = 0; time < 3; time += 1) assert.equal(await bring(standing, payload), null);
  assert.deepEqual(
    [...standing.stored.values()].map(({ answerId: _, ...answer }) => answer),
    [{ approvalId: CARD.approvalId, account: ACCOUNT, decision: 'approved', comment: null }],
  );
  await bring(standing, press(standing, 'reject'));
  assert.deepEqual(
    [...standing.stored.values()].map(({ decision }) => decision),
    ['approved', 'rejected'],
  );
});

test('stores-nothing-for-someone-who-is-not-tied-and-asks-for-a-code', async (t) => {
  const standing = await posted(t);
  for (const action of ['approve', 'reject', 'comment']) {
    await bring(standing, press(standing, action));
    assert.equal(standing.slack.workspace.views.at(-1)?.callback_id, 'tie', action);
  }
  assert.equal(standing.stored.size, 0);
});

test('takes-a-comment-by-a-view', async (t) => {
  const standing = await posted(t);
  standing.tied.add(ACCOUNT);
  await bring(standing, press(standing, 'comment'));
  const view = standing.slack.workspace.views.at(-1) ?? assert.fail('no view was opened');
  const given = { decision: 'rejected', comment: 'ask finance first' };
  const payload = submissionOf(standing.slack.workspace, DANA, view, given);
  for (let time = 0; time < 2; time += 1) assert.equal(await bring(standing, payload), null);
  const [answer, ...others] = standing.stored.values();
  assert.deepEqual(others, []);
  assert.deepEqual(
    [answer?.approvalId, answer?.decision, answer?.comment],
    [CARD.approvalId, 'rejected', 'ask finance first'],
  );
  standing.tied.clear();
  const late = submissionOf(standing.slack.workspace, DANA, view, given);
  assert.equal((await bring(standing, late))?.response_action, 'update');
  assert.equal(standing.stored.size, 1);
});

test('shows-details-to-the-one-who-asks', async (t) => {
  const standing = await posted(t);
  await bring(standing, press(standing, 'details'));
  assert.match(JSON.stringify(standing.slack.workspace.views.at(-1)), /refund\.create/);
  assert.equal(standing.slack.workspace.messages.length, 1);
  assert.equal(standing.stored.size, 0);
});

test('a-code-is-refused-in-its-field-and-a-tie-says-for-whom-the-account-speaks', async (t) => {
  const standing = await posted(t);
  await bring(standing, press(standing, 'approve'));
  const view = standing.slack.workspace.views.at(-1) ?? assert.fail('no view was opened');
  const submit = () =>
    bring(standing, submissionOf(standing.slack.workspace, DANA, view, { code: 'A1B2C-3D4E5' }));
  for (const [result, words] of [
    ['wrong', /wrong, was used, or has expired/],
    ['too_many', /Wait ten minutes/],
    ['taken', /another member/],
  ] as const) {
    standing.receive.tie = async () => result;
    assert.match(JSON.stringify(await submit()), words);
  }
  standing.receive.tie = async (account, code) => {
    assert.deepEqual([account, code], [ACCOUNT, 'A1B2C-3D4E5']);
    return { member: { name: 'Dana', email: 'dana@acme.example' } as never };
  };
  assert.match(JSON.stringify(await submit()), /decisions of Dana \(dana@acme\.example\)/);
});

test('refuses-what-slack-did-not-sign-for-this-app-and-stores-nothing', async (t) => {
  const standing = await posted(t);
  standing.tied.add(ACCOUNT);
  const payload = press(standing, 'approve');
  const refusal = (changed: object, how?: Parameters<typeof bring>[2]) =>
    codeOf(bring(standing, { ...payload, ...changed }, how));
  assert.equal(await refusal({}, { secret: 'f'.repeat(32) }), 'unauthenticated');
  assert.equal(await refusal({}, { ageSeconds: 301 }), 'unauthenticated');
  assert.equal(await refusal({}, { ageSeconds: -302 }), 'unauthenticated');
  assert.equal(await refusal({ team: { id: 'T0OTHER001' } }), 'forbidden');
  assert.equal(await refusal({ api_app_id: 'A0OTHER001' }), 'forbidden');
  assert.equal(await refusal({ user: { id: 'U0DANA', team_id: 'T0OTHER001' } }), 'forbidden');
  assert.equal(await refusal({ user: null }), 'forbidden');
  assert.equal(await refusal({ trigger_id: undefined }), 'forbidden');
  assert.equal(await refusal({ user: { id: '../U0DANA' } }), 'forbidden');
  standing.receive.channel.secrets.signing_secret = null;
  assert.equal(await refusal({}), 'unauthenticated');
  assert.equal(standing.stored.size, 0);
});

test('a-body-without-a-payload-is-refused-and-not-repeated', async (t) => {
  const { receive, slack } = await posted(t);
  for (const body of ['', 'payload=', 'payload=%7B', 'payload=[]', 'payload=null', 'other=1']) {
    const headers = signed(body, slack.workspace.signingSecret);
    const request = {
      signature: headers['x-slack-signature'],
      timestamp: headers['x-slack-request-timestamp'],
      body: Buffer.from(body),
    };
    assert.equal(
      await codeOf(receiveRequest([receive.channel], () => receive, request, Date.now())),
      'invalid',
      body,
    );
  }
});

test('a-press-of-something-unknown-does-nothing', async (t) => {
  const standing = await posted(t);
  standing.tied.add(ACCOUNT);
  const payload = press(standing, 'approve');
  for (const changed of [
    { actions: [{ action_id: 'open', type: 'button' }] },
    { actions: [] },
    { type: 'view_closed' },
    { type: 'view_submission', view: { callback_id: 'other' } },
  ])
    assert.equal(await bring(standing, { ...payload, ...changed }), null);
  assert.equal(standing.stored.size, 0);
});

test('a-press-reaches-only-the-channel-that-posted-it-and-whose-app-signed-it', async (t) => {
  const standing = await posted(t);
  standing.tied.add(ACCOUNT);
  const { channel } = standing.receive;
  const payload = press(standing, 'approve');
  const to = async (channels: readonly Receiving[]) => {
    const reached: string[] = [];
    const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
    const headers = signed(body, standing.slack.workspace.signingSecret);
    const request = {
      signature: headers['x-slack-signature'],
      timestamp: headers['x-slack-request-timestamp'],
      body: Buffer.from(body),
    };
    const depsFor = ({ channelId }: Receiving) => {
      reached.push(channelId);
      return standing.receive;
    };
    await receiveRequest(channels, depsFor, request, Date.now());
    return reached;
  };
  const sameApp = { ...channel, channelId: 'chn_2' };
  assert.deepEqual(await to([sameApp, channel]), ['chn_1']);
  assert.deepEqual(await to([sameApp]), []);
  const otherSecret = { ...channel, secrets: { signing_secret: 'f'.repeat(32) } };
  assert.deepEqual(await to([otherSecret, sameApp]), []);
  assert.equal(await codeOf(to([otherSecret])), 'unauthenticated');
  assert.equal(await codeOf(to([])), 'unauthenticated');
});
