/** Over Socket Mode, the same presses arrive through one connection, which is made again whenever it ends. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { CARD, type SlackStanding, standingSlack } from '../../../tests/support/slack/channel.ts';
import { pressOf } from '../../../tests/support/slack/people.ts';
import { until } from '../../../tests/support/until.ts';
import { receivePayload } from './interaction/receive.ts';
import { slackChannel } from './slack.ts';
import { openSocket, type SlackSocket } from './socket.ts';

const DANA = { id: 'U0DANA' };
const stop = new AbortController().signal;

interface Connected extends SlackStanding {
  socket: SlackSocket;
  faults: Error[];
  press(action: string): object;
}

async function connected(t: TestContext): Promise<Connected> {
  const standing = await standingSlack(t);
  const { slack, network, receive } = standing;
  standing.tied.add('T0ASSIZE01/U0DANA');
  const about = { messageId: 'm', reason: 'request', recipient: '', cards: [CARD] } as const;
  await slackChannel('chn_1', standing.options, standing.api).deliver(about, stop);
  const [message] = slack.workspace.messages;
  const faults: Error[] = [];
  const socket = openSocket({
    appToken: slack.workspace.appToken,
    network: { apiUrl: slack.apiUrl, fetch: network.fetch, dispatcher: network.dispatcher },
    async receive(payload) {
      const { answer, afterwards } = await receivePayload([receive.channel], () => receive, payload);
      return { answer, afterwards: () => void afterwards(stop).catch((error) => faults.push(error)) };
    },
    onFault: (error) => faults.push(error),
  });
  slack.leaving.push(() => socket.close());
  const press = (action: string) =>
    pressOf(slack.workspace, DANA, message ?? assert.fail('nothing was posted'), action);
  return { ...standing, socket, faults, press };
}

test('a-press-is-stored-before-it-is-acknowledged', async (t) => {
  const { slack, socket, stored, press, faults } = await connected(t);
  await until(() => socket.isConnected());
  const answer = await slack.bringBySocket(press('approve') as never);
  assert.equal(answer.status, 200);
  assert.deepEqual(
    [...stored.values()].map(({ decision }) => decision),
    ['approved'],
  );
  await slack.bringBySocket(press('details') as never);
  await until(() => slack.workspace.views.length === 1);
  assert.deepEqual(faults, []);
});

test('connects-again-when-slack-asks-for-it-and-when-the-connection-is-cut', async (t) => {
  const { slack, socket, stored, press } = await connected(t);
  for (const end of [slack.refresh, slack.cutConnections]) {
    await until(() => socket.isConnected());
    const before = openings(slack);
    end();
    await until(() => openings(slack) > before && socket.isConnected());
    await slack.bringBySocket(press('approve') as never);
  }
  assert.equal(stored.size, 2);
});

const openings = ({ workspace }: SlackStanding['slack']) =>
  workspace.calls.filter(({ method }) => method === 'apps.connections.open').length;

test('a-press-that-could-not-be-stored-is-not-acknowledged', async (t) => {
  const { slack, socket, receive, press, faults } = await connected(t);
  receive.takeIn = async () => {
    throw new Error('the database is gone');
  };
  await until(() => socket.isConnected());
  let acknowledged = false;
  void slack.bringBySocket(press('approve') as never).then(() => {
    acknowledged = true;
  });
  await until(() => faults.length === 1);
  assert.equal(acknowledged, false);
});

test('a-revoked-token-is-told-and-does-not-end-the-process', async (t) => {
  const { slack, socket, faults } = await connected(t);
  await until(() => socket.isConnected());
  slack.workspace.tokenFault = 'token_revoked';
  slack.cutConnections();
  await until(() => faults.length > 0);
  assert.match(String(faults[0]), /token_revoked/);
  slack.workspace.tokenFault = null;
  await until(() => socket.isConnected());
});

test('closing-ends-the-connection', async (t) => {
  const { slack, socket } = await connected(t);
  await until(() => socket.isConnected());
  await socket.close();
  await until(() => slack.connections() === 0);
});
