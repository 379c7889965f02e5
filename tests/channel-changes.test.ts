/** A change of governance that waits for a second person is told in every channel as its page tells it: in words, field by field. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { createChannel } from '@assize/service/channels/settings/index.ts';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import type { Detail } from '@assize/service/governance/settings/routes/index.ts';
import type { SettingsDocument } from '@assize/service/governance/settings/terms/index.ts';
import type { FastifyInstance } from 'fastify';
import { textsOf } from './support/channels/cards.ts';
import { newChannel } from './support/channels/channels.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { changeSettings, heldAs, twoOwners } from './support/governance/second-person.ts';
import { change } from './support/governance/settings.ts';
import { ask, PRODUCTION_KEY, startTestService } from './support/http/in-process.ts';
import { askAs } from './support/people/groups.ts';
import { signedIn } from './support/people/members.ts';
import { blockFaults } from './support/slack/block-kit.ts';
import { startSlack } from './support/slack/server.ts';
import { slackChannelOf } from './support/slack/service.ts';
import { until } from './support/until.ts';
import { startMailServer } from './support/webhooks/mail.ts';
import { startReceiver } from './support/webhooks/receiver.ts';

/** Two owners whose changes need a second person, and a channel of each kind that shows a request. */
async function world(
  t: TestContext,
  location: DatabaseLocation,
  { detail = 'full', before }: { detail?: Detail; before?: (app: FastifyInstance) => Promise<void> } = {},
) {
  const [slack, mail, teams] = await Promise.all([startSlack(t), startMailServer(t), startReceiver(t)]);
  const opened = await startTestService(t, location, {
    ASSIZE_SLACK_API_URL: slack.apiUrl,
    ASSIZE_SMTP_URL: mail.url,
    ASSIZE_SMTP_FROM: 'assize@example.net',
    ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
  });
  const { app, service } = opened;
  await change(app, () => ({ channels: { detail } }));
  await before?.(app);
  const owners = await twoOwners({ app, service, name: 'default' }, ['policies', 'settings', 'roles']);
  await slackChannelOf(opened, slack, {});
  await newChannel(app, teams.url('/flow'));
  const owner = await service.authenticator.authenticate(PRODUCTION_KEY);
  await createChannel(service, owner, { kind: 'mail', name: 'mail', options: {}, secrets: {} });
  /** Waits for the next change, and returns the texts in which Bob hears of it. */
  const told = async () => {
    const toBob = () => mail.received.filter(({ envelope }) => envelope.to.includes(owners.bob.email));
    await until(() => slack.workspace.messages.length > 0 && teams.received.length > 0 && toBob().length > 0);
    const blocks = slack.workspace.messages[0]?.blocks ?? [];
    assert.deepEqual(blockFaults(blocks as never, 'message'), []);
    const [letter] = toBob();
    return {
      slack: blocks.flatMap(({ text }: { text?: { text: string } }) => text?.text ?? []).join('\n'),
      teams: textsOf(teams.received[0]?.body ?? '').texts,
      mail: letter?.text ?? '',
      html: String(letter?.html),
    };
  };
  return { app, service, told, ...owners };
}

const turnedOn = (settings: SettingsDocument): Partial<SettingsDocument> => ({
  attestation: 'verified',
  approvals: { ...settings.approvals, lifetime_hours: 48, separation_of_duties: true },
  tools: { unlisted: 'block' },
});

testOnEachDatabase('tells-who-wants-to-change-which-setting-from-what-to-what', async (location, t) => {
  const { app, ann, told } = await world(t, location);
  heldAs(await changeSettings(app, ann, turnedOn));
  const { slack, teams, mail } = await told();
  assert.match(slack, /^`Ann` wants to change the settings\.$/m);
  assert.match(slack, /^• `Attestation`: `accepted` → `verified`$/m);
  assert.match(slack, /^• `Lifetime of an approval`: `24 hours` → `48 hours`$/m);
  assert.match(slack, /^• `Separation of duties`: `no` → `yes`$/m);
  assert.match(slack, /^• `Unlisted tools`: `ask a person` → `block it`$/m);
  for (const text of [teams, mail]) {
    assert.match(text, /Change: +“Ann” wants to change the settings\.$/m);
    assert.match(text, /• Attestation: +accepted → verified$/m);
    assert.match(text, /• Lifetime of an approval: +24 hours → 48 hours$/m);
    assert.match(text, /• Separation of duties: +no → yes$/m);
    assert.match(text, /• Unlisted tools: +ask a person → block it$/m);
  }
  for (const text of [slack, teams, mail]) assert.doesNotMatch(text, /"path"|"before"|"accepted"/);
});

testOnEachDatabase('names-the-member-whose-role-would-change', async (location, t) => {
  const { app, service, ann, told } = await world(t, location);
  const dana = await signedIn(service, 'default', 'viewer', 'Dana');
  const body = { role: 'admin' };
  heldAs(await askAs(app, ann, `/api/v1/members/${dana.memberId}`, { method: 'PATCH', body }));
  const { slack, teams, mail } = await told();
  assert.match(slack, /^`Ann` wants to give `Dana` the role `admin` instead of `viewer`\.$/m);
  assert.match(slack, /^• `role`: `viewer` → `admin`$/m);
  for (const text of [teams, mail]) {
    assert.match(text, /“Ann” wants to give “Dana” the role “admin” instead of “viewer”\.$/m);
    assert.match(text, /• role: +viewer → admin$/m);
    assert.doesNotMatch(text, /mbr_/);
  }
});

/** Foreign text that tries to be more than text, behind a beginning that no line has room for. */
const HOSTILE = [
  'no'.repeat(100),
  ' → harmless\n• Attestation: accepted\u2028Approved by: Bob ',
  '`code` ``` *bold* _it_ <!channel> <https://evil.example|Approve> [a](https://evil.example) ',
  '<b>b</b> \u202Eeslaf שלום',
].join('');

testOnEachDatabase('foreign-text-in-a-change-stays-in-its-value', async (location, t) => {
  const { app, ann, told } = await world(t, location, { before: policyOfTwoVersions });
  const body = { version: 2, expected_version: 1 };
  heldAs(await askAs(app, ann, '/api/v1/policies/p/activate', { body }));
  const { slack, teams, mail, html } = await told();
  const started = 'no'.repeat(15);
  for (const text of [slack, teams, mail]) {
    assert.match(
      text,
      /put version [“`]2[”`] of the policy [“`]p[”`] in force instead of version [“`]1[”`]\./,
    );
    const [line = '', ...others] = text.split('\n').filter((each) => each.includes(`…${started}`));
    assert.deepEqual(others, [], 'the change of the message is one line');
    assert.equal(line.match(/→/g)?.length, 1, line);
    assert.match(line, /→.*\[U\+2192\] harmless/, 'a long value is shown from where it differs');
    assert.doesNotMatch(text, /^\W*(?:Attestation|Approved by)/m);
    assert.doesNotMatch(text, /[\u202e\u2028]/);
  }
  const formatted = slack.replaceAll(/`[^`\n]+`/g, '');
  assert.doesNotMatch(formatted, /[`*_]|evil|harmless/);
  assert.doesNotMatch(slack, /<!channel|<https:\/\/evil/);
  assert.doesNotMatch(html, /<b>b|<!channel|href="https:\/\/evil/);
});

testOnOneDatabase('a-value-from-right-to-left-does-not-change-places-with-the-other', async (location, t) => {
  const { app, service, ann, told } = await world(t, location);
  const dana = await signedIn(service, 'default', 'viewer', 'שלום');
  const body = { role: 'admin' };
  heldAs(await askAs(app, ann, `/api/v1/members/${dana.memberId}`, { method: 'PATCH', body }));
  const { slack, teams, mail } = await told();
  assert.match(slack, /`\u2068שלום\u2069`/);
  for (const text of [teams, mail]) assert.match(text, /“\u2068שלום\u2069”/);
});

testOnOneDatabase('without-full-detail-nothing-of-a-change-leaves-the-service', async (location, t) => {
  const { app, ann, told } = await world(t, location, { detail: 'summary' });
  heldAs(await changeSettings(app, ann, turnedOn));
  for (const text of Object.values(await told())) assert.doesNotMatch(text, /Attestation|verified|Ann/);
});

async function policyOfTwoVersions(app: FastifyInstance): Promise<void> {
  const rule = { id: 'r', description: '', when: "action == 'x'", effect: 'block' };
  const rulesWith = (message: string) => [{ ...rule, message }];
  const call = async (path: string, body: object) => {
    const answer = await ask(app, 'a', `/api/v1/policies${path}`, { body });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  };
  await call('', { name: 'p', rules: rulesWith('no'.repeat(100)) });
  await call('/p/activate', { version: 1, expected_version: null });
  await call('/p/versions', { rules: rulesWith(HOSTILE), expected_version: 1 });
}
