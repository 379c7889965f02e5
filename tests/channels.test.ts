/** Channels through the API: what they tell of an approval, whom they may reach, and what is never shown. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import type { Detail } from '@assize/service/governance/settings/routes/index.ts';
import { decide, escalated, GRAVE, withApproval } from './support/approvals/approvals.ts';
import { textsOf } from './support/channels/cards.ts';
import { CHANNELS, newChannel, writeMessage } from './support/channels/channels.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { change } from './support/governance/settings.ts';
import {
  type Answer,
  ask,
  assertTrue,
  evaluate,
  SANDBOX_KEY,
  startTestService,
  type TestService,
} from './support/http/in-process.ts';
import { until } from './support/until.ts';
import { startReceiver } from './support/webhooks/receiver.ts';

const ALLOWED = { ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32', ASSIZE_BASE_URL: 'https://assize.example.org' };
const TOKEN = 'sig-never-to-be-shown';

const start = (t: TestContext, location: DatabaseLocation) => startTestService(t, location, ALLOWED);

/** The records of changes of channels, oldest first. */
async function recordedIn({ app }: TestService): Promise<{ action: string; payload: unknown }[]> {
  const search = { body: { artifact_type: 'governance_change', limit: 100 } };
  const { body } = await ask(app, 'a', '/api/v1/evidence/search', search);
  return body.items.filter(({ action }: { action: string }) => action.startsWith('channel.'));
}

/** The messages of a channel without reminders. */
async function requestsOf(app: TestService['app'], channelId: string): Promise<Answer['body'][]> {
  const { body } = await ask(app, 'a', `${CHANNELS}/${channelId}/messages`);
  return body.items.filter(({ reason }: { reason: string }) => reason === 'request');
}

testOnEachDatabase('follows-an-approval-from-its-request-to-its-use', async (location, t) => {
  const { app, service } = await start(t, location);
  const receiver = await startReceiver(t);
  const channelId = await newChannel(app, receiver.url('/flow'));
  const approvalId = await escalated(app);
  await until(() => receiver.received.length === 1);
  const [first] = receiver.received;
  assert.ok(first);
  const { texts, url } = textsOf(first.body);
  assert.match(texts, /^An action waits for a decision\n/);
  assert.match(texts, /high/);
  assert.match(texts, /invoice\.pay/);
  assert.match(texts, /agent-7/);
  assert.equal(url, `https://assize.example.org/approvals/${approvalId}`);
  await decide(app, 'approve', approvalId, { body: { decided_by: 'Dana', comment: 'As agreed' } });
  await until(() => receiver.received.length === 2);
  const second = textsOf(receiver.received[1]?.body ?? '').texts;
  assert.match(second, /^Approved\n/);
  assert.match(second, /Approved by: Dana: As agreed/);
  const used = await evaluate(app, 'b', withApproval(approvalId));
  assert.equal(used.body.verdict, 'PROCEED');
  const messagesOf = () => requestsOf(app, channelId);
  await until(async () => (await messagesOf())[0].shown === 'used');
  const [message] = await messagesOf();
  assert.equal(message.approval_id, approvalId);
  assert.deepEqual(
    message.attempts.map(({ attempt, fault }: Record<string, unknown>) => ({ attempt, fault })),
    [1, 2, 3].map((attempt) => ({ attempt, fault: null })),
  );
  const events = await service.db
    .selectFrom('events')
    .selectAll()
    .where('type', '=', 'approval.used')
    .execute();
  assert.deepEqual(
    events.map(({ data }) => JSON.parse(data).approval_id),
    [approvalId],
  );
  await assertTrue(app);
});

testOnEachDatabase('shows-no-secret-in-answers-evidence-or-attempts', async (location, t) => {
  const opened = await start(t, location);
  const { app, service } = opened;
  const receiver = await startReceiver(t);
  receiver.answer(() => ({ status: 410, body: `gone: ${TOKEN}` }));
  const channelId = await newChannel(app, receiver.url(`/flow?sig=${TOKEN}`));
  const told: unknown[] = [];
  told.push((await ask(app, 'a', CHANNELS)).body, (await ask(app, 'a', `${CHANNELS}/${channelId}`)).body);
  const tested = await ask(app, 'a', `${CHANNELS}/${channelId}/test`, { body: {} });
  assert.deepEqual({ status: tested.status, works: tested.body.works }, { status: 200, works: false });
  await escalated(app);
  const statusNow = async () => (await ask(app, 'a', `${CHANNELS}/${channelId}`)).body;
  await until(async () => (await statusNow()).disabled_reason === 'refused');
  await until(async () => (await recordedIn(opened)).some(({ action }) => action === 'channel.disable'));
  told.push(tested.body, await statusNow(), await recordedIn(opened));
  told.push((await ask(app, 'a', `${CHANNELS}/${channelId}/messages`)).body);
  const wrong = { kind: 'teams', name: 'x', secrets: { url: `nonsense ${TOKEN}`, [TOKEN]: 1 } };
  const refused = await ask(app, 'a', CHANNELS, { body: { ...wrong, secrets: { url: wrong.secrets.url } } });
  assert.equal(refused.status, 422);
  told.push(refused.body);
  const rows = await service.db.selectFrom('artifact_payloads').select('payload').execute();
  told.push(rows.map(({ payload }) => Buffer.from(payload).toString()));
  told.push(await service.db.selectFrom('notices').selectAll().execute());
  told.push(await service.db.selectFrom('events').selectAll().execute());
  told.push(await service.db.selectFrom('channels').select(['options', 'name']).execute());
  assert.ok(!JSON.stringify(told).includes(TOKEN), 'a secret was shown');
  await assertTrue(app);
});

testOnEachDatabase('a-dead-channel-is-recorded-told-of-and-switched-on-again', async (location, t) => {
  const opened = await start(t, location);
  const { app, service } = opened;
  const receiver = await startReceiver(t);
  receiver.answer(() => ({ status: 404 }));
  const channelId = await newChannel(app, receiver.url('/flow'));
  await escalated(app);
  await until(async () => (await recordedIn(opened)).some(({ action }) => action === 'channel.disable'));
  const { body: dead } = await ask(app, 'a', `${CHANNELS}/${channelId}`);
  assert.deepEqual([dead.status, dead.disabled_reason], ['disabled', 'refused']);
  const ofKind = { kind: 'teams', name: 'Finance', channel_id: channelId };
  const notices = await service.db
    .selectFrom('notices')
    .selectAll()
    .where('kind', '=', 'channel_disabled')
    .execute();
  assert.deepEqual(
    notices.map(({ data }) => JSON.parse(data)),
    [{ ...ofKind, problem: 'The workflow answered 404.' }],
  );
  const events = await service.db
    .selectFrom('events')
    .selectAll()
    .where('type', '=', 'channel.disabled')
    .execute();
  assert.deepEqual(
    events.map(({ data }) => JSON.parse(data)),
    [{ ...ofKind, evidence_id: dead.evidence_id }],
  );
  receiver.answer(() => ({}));
  const { body: enabled } = await ask(app, 'a', `${CHANNELS}/${channelId}/enable`, { body: {} });
  assert.deepEqual([enabled.status, enabled.failing_since], ['enabled', null]);
  const { body: listed } = await ask(app, 'a', `${CHANNELS}/${channelId}/messages?status=failed`);
  const [{ id }] = listed.items;
  const again = await ask(app, 'a', `${CHANNELS}/${channelId}/messages/${id}/replay`, { body: {} });
  assert.equal(again.status, 200, JSON.stringify(again.body));
  await until(() => receiver.received.length === 2);
  await assertTrue(app);
});

testOnOneDatabase('lets-out-only-what-the-tenant-allows', async (location, t) => {
  const { app } = await start(t, location);
  const receiver = await startReceiver(t);
  await newChannel(app, receiver.url('/flow'));
  const request = {
    ...GRAVE,
    description: 'Pay the tailor',
    context: { ...GRAVE.context, arguments: { note: 'zebra' } },
  };
  const tell = async (detail: Detail): Promise<string> => {
    await change(app, () => ({ channels: { detail } }));
    const before = receiver.received.length;
    const asked = await evaluate(app, 'a', { ...request, agent_id: `agent-${detail}` });
    assert.equal(asked.body.verdict, 'escalate', JSON.stringify(asked.body));
    await until(() => receiver.received.length === before + 1);
    const rejection = { decided_by: 'dana', comment: 'We owe no giraffe' };
    const path = `/api/v1/approvals/${asked.body.approval_id}/reject`;
    assert.equal((await ask(app, 'a', path, { body: rejection })).status, 200);
    await until(() => receiver.received.length === before + 2);
    const [opened, decided] = receiver.received.slice(before).map(({ body }) => textsOf(body).texts);
    assert.equal(decided?.includes('giraffe'), detail !== 'link_only', decided);
    return opened ?? '';
  };
  const full = await tell('full');
  assert.match(full, /Pay the tailor/);
  assert.match(full, /zebra/);
  const summary = await tell('summary');
  assert.match(summary, /invoice\.pay/);
  assert.doesNotMatch(summary, /tailor|zebra/);
  const least = await tell('link_only');
  assert.doesNotMatch(least, /tailor|zebra|invoice|agent-/);
});

testOnOneDatabase('reaches-no-private-address', async (location, t) => {
  const { app } = await startTestService(t, location);
  for (const url of ['http://example.com/x', 'ftp://example.com', 'https://me@example.com', 'x']) {
    const body = { kind: 'teams', name: 'x', secrets: { url } };
    const { status, body: said } = await ask(app, 'a', CHANNELS, { body });
    assert.equal(status, 422, url);
    assert.match(JSON.stringify(said), /secrets/);
  }
  // A name is looked up when it is used, and so is an address.
  for (const host of ['localhost', '127.0.0.1', '10.0.0.1', '[::1]', '[::ffff:10.0.0.1]', '2130706433']) {
    const channelId = await newChannel(app, `https://${host}/flow`);
    const { body } = await ask(app, 'a', `${CHANNELS}/${channelId}/test`, { body: {} });
    assert.equal(body.works, false, host);
    assert.match(body.message, /not public/, host);
  }
});

testOnEachDatabase('replays-after-a-repair-and-keeps-tenants-and-environments-apart', async (location, t) => {
  const opened = await start(t, location);
  const { app, service } = opened;
  const receiver = await startReceiver(t);
  const channelId = await newChannel(app, receiver.url('/flow'));
  const messageId = await writeMessage(service, channelId);
  const replay = () => ask(app, 'a', `${CHANNELS}/${channelId}/messages/${messageId}/replay`, { body: {} });
  await ask(app, 'a', `${CHANNELS}/${channelId}/disable`, { body: {} });
  assert.equal((await replay()).status, 409);
  await ask(app, 'a', `${CHANNELS}/${channelId}/enable`, { body: {} });
  assert.equal((await replay()).status, 200);
  const other = { key: SANDBOX_KEY };
  for (const path of ['', '/messages']) {
    assert.equal((await ask(app, 'a', `${CHANNELS}/${channelId}${path}`, other)).status, 404);
  }
  assert.deepEqual((await ask(app, 'a', CHANNELS, other)).body, { channels: [], total: 0 });
  const deleting = { ...other, method: 'DELETE' } as const;
  assert.equal((await ask(app, 'a', `${CHANNELS}/${channelId}`, deleting)).status, 404);
  const change = { method: 'PATCH', body: { name: 'Legal' } } as const;
  assert.equal((await ask(app, 'a', `${CHANNELS}/${channelId}`, change)).body.name, 'Legal');
  assert.equal((await ask(app, 'a', `${CHANNELS}/${channelId}`, { method: 'DELETE' })).status, 200);
  assert.deepEqual((await recordedIn(opened)).map(({ action }) => action).sort(), [
    'channel.change',
    'channel.create',
    'channel.delete',
    'channel.disable',
    'channel.enable',
  ]);
  assert.deepEqual(await service.db.selectFrom('channel_messages').selectAll().execute(), []);
});

testOnOneDatabase('refuses-wrong-settings-naming-the-field', async (location, t) => {
  const { app } = await start(t, location);
  const fits = { kind: 'teams', name: 'x', secrets: { url: 'https://example.com/' } };
  const wrong: [object, RegExp][] = [
    [{ ...fits, kind: 'fax' }, /kind/],
    [{ ...fits, name: '' }, /name/],
    [{ ...fits, secrets: {} }, /secrets/],
    [{ ...fits, options: { time_zone: 'Mars' } }, /time_zone/],
    [{ ...fits, options: { colour: 'red' } }, /colour/],
    [{ ...fits, more: 1 }, /more/],
  ];
  for (const [body, field] of wrong) {
    const { status, body: said } = await ask(app, 'a', CHANNELS, { body });
    assert.equal(status, 422, JSON.stringify(body));
    assert.match(JSON.stringify(said), field);
  }
});
