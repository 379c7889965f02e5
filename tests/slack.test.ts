/** Approvals are asked in Slack, decided there by members, and the message follows what became of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide, GRAVE, withApproval } from './support/approvals/approvals.ts';
import { newDatabase, testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { change } from './support/governance/settings.ts';
import { ask, evaluate } from './support/http/in-process.ts';
import { signedIn } from './support/people/members.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { pressOf, submissionOf } from './support/slack/people.ts';
import {
  approvalOf,
  askInSlack,
  bring,
  press,
  serviceWithSlack,
  tiedMember,
} from './support/slack/service.ts';
import { until } from './support/until.ts';

testOnEachDatabase(
  'a-press-decides-in-the-name-of-the-member-and-the-message-says-so',
  async (location, t) => {
    const opened = await serviceWithSlack(t, location);
    const { person, member } = await tiedMember(opened, 'dana');
    const { approvalId, message } = await askInSlack(opened);
    assert.deepEqual(await press(opened, person, message, 'approve'), { status: 200, body: '' });
    await until(() => message.text.startsWith('Approved'));
    const approval = await approvalOf(opened, approvalId);
    assert.equal(approval.status, 'approved');
    assert.deepEqual(
      approval.decisions.map(({ party, decided_by }: Record<string, string>) => ({ party, decided_by })),
      [{ party: member.memberId, decided_by: 'dana' }],
    );
    assert.match(JSON.stringify(message.blocks), /Approved by dana/);
    const used = await evaluate(opened.app, 'b', withApproval(approvalId));
    assert.equal(used.body.verdict, 'PROCEED');
    await until(() => message.text.startsWith('Approved, and carried out'));
  },
);

testOnEachDatabase('a-repeated-request-decides-once', async (location, t) => {
  const opened = await serviceWithSlack(t, location);
  const { person } = await tiedMember(opened, 'dana');
  const { approvalId, message } = await askInSlack(opened);
  const payload = pressOf(opened.slack.workspace, person, message, 'reject');
  const answers = await Promise.all([1, 2, 3].map(() => bring(opened, payload)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  await until(() => message.text.startsWith('Rejected'));
  assert.equal((await bring(opened, payload)).status, 200);
  const { decisions } = await approvalOf(opened, approvalId);
  assert.equal(decisions.length, 1);
  const kept = await opened.service.db.selectFrom('channel_answers').selectAll().execute();
  assert.equal(kept.length, 1);
  assert.deepEqual(opened.slack.workspace.private, []);
});

testOnEachDatabase('of-chat-and-page-at-once-one-decides-and-the-other-is-told', async (location, t) => {
  const opened = await serviceWithSlack(t, location);
  const { person } = await tiedMember(opened, 'dana');
  const { approvalId, message } = await askInSlack(opened);
  const [page] = await Promise.all([
    decide(opened.app, 'reject', approvalId),
    press(opened, person, message, 'approve'),
  ]);
  await until(() => message.edits > 0);
  const approval = await approvalOf(opened, approvalId);
  assert.equal(approval.decisions.length, 1);
  if (page.status === 200) {
    assert.equal(approval.status, 'rejected');
    await until(() => opened.slack.workspace.private.length === 1);
    assert.equal(opened.slack.workspace.private[0]?.user, person.id);
  } else assert.deepEqual([page.status, approval.status], [409, 'approved']);
});

testOnOneDatabase('a-text-as-long-as-a-request-takes-is-cut', async (location, t) => {
  const opened = await serviceWithSlack(t, location);
  await change(opened.app, () => ({ channels: { detail: 'full' } }));
  const args = { note: `\u202e${'&'.repeat(250_000)}` };
  const { message } = await askInSlack(opened, { ...GRAVE, context: { ...GRAVE.context, arguments: args } });
  const text = JSON.stringify(message.blocks);
  assert.match(text, /&amp;&amp;/);
  assert.ok(text.length < 20_000, String(text.length));
  assert.doesNotMatch(text, /\u202e/);
});

testOnEachDatabase('someone-who-may-not-decide-is-told-privately', async (location, t) => {
  const opened = await serviceWithSlack(t, location);
  const { person } = await tiedMember(opened, 'vera', 'viewer');
  const { approvalId, message } = await askInSlack(opened);
  assert.equal((await press(opened, person, message, 'approve')).status, 200);
  const { workspace } = opened.slack;
  await until(() => workspace.private.length === 1);
  assert.deepEqual([workspace.private[0]?.user, workspace.messages.length], [person.id, 1]);
  assert.match(workspace.private[0]?.text ?? '', /role does not decide/);
  assert.equal((await approvalOf(opened, approvalId)).status, 'pending');
});

testOnEachDatabase('a-button-of-a-decided-approval-changes-nothing-and-says-so', async (location, t) => {
  const opened = await serviceWithSlack(t, location);
  const { person } = await tiedMember(opened, 'dana');
  const { approvalId, message } = await askInSlack(opened);
  const before = structuredClone(message);
  await decide(opened.app, 'reject', approvalId);
  assert.equal((await press(opened, person, before, 'approve')).status, 200);
  await until(() => opened.slack.workspace.private.length === 1);
  assert.equal((await approvalOf(opened, approvalId)).status, 'rejected');
});

testOnEachDatabase('an-account-is-tied-by-a-code-in-slack-and-then-decides', async (location, t) => {
  const opened = await serviceWithSlack(t, location);
  const { slack, app } = opened;
  const dana = await signedIn(opened.service, 'default', 'approver', 'dana');
  const person = { id: 'U0NEW' };
  const { approvalId, message } = await askInSlack(opened);
  await press(opened, person, message, 'approve');
  await until(() => slack.workspace.views.length === 1);
  const [view] = slack.workspace.views;
  const type = (code: string) =>
    bring(opened, submissionOf(slack.workspace, person, view ?? assert.fail(), { code }));
  assert.match((await type('WRONG-CODE0')).body, /response_action":"errors/);
  const made = await app.inject({
    method: 'POST',
    url: '/api/v1/members/me/chat-code',
    headers: dana.headers,
  });
  assert.match((await type(made.json().code)).body, /decisions of dana/);
  assert.equal((await approvalOf(opened, approvalId)).status, 'pending');
  await press(opened, person, message, 'approve');
  await until(() => message.text.startsWith('Approved'));
  const { decisions } = await approvalOf(opened, approvalId);
  assert.equal(decisions[0].party, dana.memberId);
});

testOnEachDatabase('a-comment-from-slack-is-kept-with-the-decision', async (location, t) => {
  const opened = await serviceWithSlack(t, location);
  const { slack } = opened;
  const { person } = await tiedMember(opened, 'dana');
  const { approvalId, message } = await askInSlack(opened);
  await press(opened, person, message, 'comment');
  await until(() => slack.workspace.views.length === 1);
  const [view] = slack.workspace.views;
  const given = { decision: 'rejected', comment: 'ask finance first' };
  await bring(opened, submissionOf(slack.workspace, person, view ?? assert.fail(), given));
  await until(() => message.text.startsWith('Rejected'));
  const { decisions } = await approvalOf(opened, approvalId);
  assert.equal(decisions[0].comment, 'ask finance first');
});

testOnEachDatabase('socket-mode-brings-presses-without-an-address-of-ours', async (location, t) => {
  const opened = await serviceWithSlack(t, location, { receives: 'socket' });
  const { slack } = opened;
  const { person } = await tiedMember(opened, 'dana');
  const { approvalId, message } = await askInSlack(opened);
  await until(() => slack.connections() === 1);
  const payload = pressOf(slack.workspace, person, message, 'approve');
  assert.equal((await bring(opened, payload)).status, 401);
  await slack.bringBySocket(payload as never);
  await until(() => message.text.startsWith('Approved'));
  assert.equal((await approvalOf(opened, approvalId)).status, 'approved');
});

test('the-manifest-names-the-address-that-takes-presses', async (t) => {
  const { location, remove } = await newDatabase('sqlite');
  t.after(remove);
  const { app, tenantId } = await serviceWithSlack(t, location);
  const { body } = await ask(app, 'a', '/api/v1/channels/slack-manifest');
  assert.match(body.request_url, new RegExp(`/channels/slack/${tenantId}$`));
  assert.equal(body.manifest.settings.interactivity.request_url, body.request_url);
  const { body: socket } = await ask(app, 'a', '/api/v1/channels/slack-manifest?receives=socket');
  assert.deepEqual([socket.request_url, socket.manifest.settings.socket_mode_enabled], [null, true]);
});

testOnEachDatabase('lets-in-only-what-the-tenants-app-signed-and-nothing-of-others', async (location, t) => {
  const opened = await serviceWithSlack(t, location);
  const { person } = await tiedMember(opened, 'dana');
  const { approvalId, message } = await askInSlack(opened);
  const payload = pressOf(opened.slack.workspace, person, message, 'approve');
  const other = await keyHolder(opened.service, 'other');
  const now = Date.now() / 1000;
  const refused = [
    await bring(opened, payload, { secret: 'f'.repeat(32) }),
    await bring(opened, payload, { at: now - 301 }),
    await bring(opened, payload, { tenant: other.tenant.tenantId }),
    await bring(opened, payload, { tenant: 'tnt_of_no_one' }),
    await bring(opened, { ...payload, team: { id: 'T0OTHER001' } }),
    await bring(opened, { ...payload, api_app_id: 'A0OTHER001' }),
  ];
  assert.deepEqual(
    refused.map(({ status }) => status),
    [401, 401, 401, 401, 403, 403],
  );
  const foreign = await evaluate(opened.app, 'b', GRAVE, { key: other.secret });
  const actions = [{ action_id: 'approve', value: `${opened.channelId}/${foreign.body.approval_id}` }];
  assert.equal((await bring(opened, { ...payload, actions })).status, 200);
  const { workspace } = opened.slack;
  await until(() => workspace.private.length === 1);
  const seen = await ask(opened.app, 'b', `/v1/approvals/${foreign.body.approval_id}`, { key: other.secret });
  assert.equal(seen.body.status, 'pending');
  assert.equal((await approvalOf(opened, approvalId)).status, 'pending');
});
