/** An answer that someone gave in a channel is decided once, in the name of the member whose account it is. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { tieAccount } from '@assize/service/channels/accounts/index.ts';
import { takeIn } from '@assize/service/channels/answers/take-in.ts';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { chainOf, findTenant } from '@assize/service/tenants/index.ts';
import { escalated, statusOf } from './support/approvals/approvals.ts';
import { textsOf } from './support/channels/cards.ts';
import { CHANNELS, newChannel } from './support/channels/channels.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { ask, assertTrue, startTestService, type TestService } from './support/http/in-process.ts';
import { setRoutes } from './support/people/groups.ts';
import { signedIn } from './support/people/members.ts';
import { until } from './support/until.ts';
import { type Receiver, startReceiver } from './support/webhooks/receiver.ts';

const APPROVER = 'T0/approver';
const VIEWER = 'T0/viewer';

interface Standing extends TestService {
  receiver: Receiver;
  channelId: string;
  approvalId: string;
  press(answerId: string, wanted?: Partial<Pressed>): Promise<boolean>;
  /** Once all answers are settled, by their ids. */
  outcomes(): Promise<Record<string, string | null>>;
}

interface Pressed {
  account: string;
  channelId: string;
  approvalId: string;
  decision: 'approved' | 'rejected';
}

/** A channel that told of an approval, and two members with tied accounts. */
async function standing(t: TestContext, location: DatabaseLocation): Promise<Standing> {
  const opened = await startTestService(t, location, { ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32' });
  const { app, service } = opened;
  const receiver = await startReceiver(t);
  const channelId = await newChannel(app, receiver.url('/flow'));
  const { tenantId } = await findTenant(service.db, 'default');
  const chain = await chainOf(service.db, tenantId, 'production');
  for (const role of ['approver', 'viewer'] as const) {
    const { headers } = await signedIn(service, 'default', role, role);
    const made = await app.inject({ method: 'POST', url: '/api/v1/members/me/chat-code', headers });
    assert.equal(made.statusCode, 201, made.body);
    const typing = { tenantId, kind: 'teams', account: `T0/${role}` };
    assert.ok(typeof (await tieAccount(service, typing, made.json().code)) === 'object');
  }
  const approvalId = await escalated(app);
  await until(() => receiver.received.length === 1);
  const answers = () => service.db.selectFrom('channel_answers').selectAll().orderBy('received_at').execute();
  return {
    ...opened,
    receiver,
    channelId,
    approvalId,
    press(answerId, wanted) {
      const pressed = { channelId, approvalId, account: APPROVER, decision: 'approved', ...wanted } as const;
      const { channelId: by, ...answer } = pressed;
      return takeIn(service, { chain, channelId: by }, { answerId, ...answer, comment: 'ok' });
    },
    async outcomes() {
      await until(async () => (await answers()).every(({ settled_at: at }) => at !== null));
      return Object.fromEntries(
        (await answers()).map(({ answer_id, outcome }) => [answer_id.split('/')[1], outcome]),
      );
    },
  };
}

testOnEachDatabase('decides-nothing-for-who-may-not', async (location, t) => {
  const { app, service, approvalId, press, outcomes } = await standing(t, location);
  await press('stranger', { account: 'T0/stranger' });
  await press('viewer', { account: VIEWER });
  await press('foreign', { approvalId: service.ids.random('apr') });
  const refused = await outcomes();
  assert.deepEqual(refused, { stranger: 'not_tied', viewer: 'forbidden', foreign: 'not_told' });
  assert.equal(await statusOf(app, approvalId), 'pending');
});

testOnEachDatabase('decides-once-also-after-a-repetition-and-a-crash', async (location, t) => {
  const { app, service, receiver, approvalId, press, outcomes } = await standing(t, location);
  assert.equal(await press('one'), true);
  assert.equal(await press('one', { decision: 'rejected' }), false, 'a repeated request counted');
  assert.equal((await outcomes()).one, 'approved');
  // As after a crash between the decision and its settling.
  await service.db.updateTable('channel_answers').set({ settled_at: null, outcome: null }).execute();
  assert.equal((await outcomes()).one, 'approved');
  await press('two', { decision: 'rejected' });
  assert.equal((await outcomes()).two, 'conflict');
  const { body: shown } = await ask(app, 'a', `/api/v1/approvals/${approvalId}`);
  assert.equal(shown.status, 'approved');
  assert.deepEqual(
    shown.decisions.map(({ decision, decided_from }: Record<string, unknown>) => ({
      decision,
      decided_from,
    })),
    [{ decision: 'approved', decided_from: 'teams' }],
  );
  await until(() => receiver.received.length === 2);
  assert.match(textsOf(receiver.received[1]?.body ?? '').texts, /^Approved\n/);
  await assertTrue(app);
});

testOnEachDatabase('takes-no-answer-by-a-channel-that-did-not-tell-or-is-off', async (location, t) => {
  const { app, receiver, channelId, approvalId, press, outcomes } = await standing(t, location);
  const silent = await newChannel(app, receiver.url('/silent'));
  await press('silent', { channelId: silent });
  assert.equal((await outcomes()).silent, 'not_told');
  await ask(app, 'a', `${CHANNELS}/${channelId}/disable`, { body: {} });
  await press('off');
  assert.equal((await outcomes()).off, 'channel_off');
  await ask(app, 'a', `${CHANNELS}/${channelId}/enable`, { body: {} });
  assert.equal(await statusOf(app, approvalId), 'pending');
  await press('on');
  assert.equal((await outcomes()).on, 'approved');
});

testOnEachDatabase('takes-no-answer-where-the-route-wants-a-sign-in', async (location, t) => {
  const { app, receiver, press, outcomes } = await standing(t, location);
  await setRoutes(app, [{ name: 'money', ask: [], sign_in: 'session' }]);
  const approvalId = await escalated(app);
  await until(() => receiver.received.length === 2);
  await press('chat', { approvalId });
  assert.equal((await outcomes()).chat, 'sign_in');
  assert.equal(await statusOf(app, approvalId), 'pending');
});
