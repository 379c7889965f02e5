/** A service with a Slack channel at the stand-in, and people who press there. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { makeChatCode, tieAccount } from '@assize/service/channels/accounts/index.ts';
import { createChannel } from '@assize/service/channels/settings/index.ts';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import type { Principal, Role } from '@assize/service/keys/index.ts';
import { GRAVE } from '../approvals/approvals.ts';
import { ask, evaluate, PRODUCTION_KEY, startTestService, type TestService } from '../http/in-process.ts';
import { type SignedIn, signedIn } from '../people/members.ts';
import { until } from '../until.ts';
import { type AppAnswer, type Person, pressOf, signed } from './people.ts';
import { type SlackServer, startSlack } from './server.ts';
import type { SlackMessage } from './workspace.ts';

export interface SlackService extends TestService {
  slack: SlackServer;
  tenantId: string;
  channelId: string;
}

export interface SlackSetup {
  receives?: 'url' | 'socket';
  conversation?: string;
  /** A production key of the tenant; default: the first tenant's. */
  key?: string;
}

export async function serviceWithSlack(
  t: TestContext,
  location: DatabaseLocation,
  { receives = 'url' }: Pick<SlackSetup, 'receives'> = {},
): Promise<SlackService> {
  const slack = await startSlack(t);
  const opened = await startTestService(t, location, {
    ASSIZE_SLACK_API_URL: slack.apiUrl,
    ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
  });
  const channelId = await slackChannelOf(opened, slack, { receives });
  const { tenantId } = await opened.service.authenticator.authenticate(PRODUCTION_KEY);
  return { ...opened, slack, tenantId, channelId };
}

export async function slackChannelOf(
  { service }: TestService,
  { workspace }: SlackServer,
  { receives = 'url', conversation = workspace.conversation, key = PRODUCTION_KEY }: SlackSetup,
): Promise<string> {
  const owner = await service.authenticator.authenticate(key);
  const secret: Record<string, string> =
    receives === 'url' ? { signing_secret: workspace.signingSecret } : { app_token: workspace.appToken };
  const { channel_id } = await createChannel(service, owner, {
    kind: 'slack',
    name: `approvals ${conversation}`,
    options: { workspace: workspace.team, app: workspace.app, conversation, receives },
    secrets: { bot_token: workspace.botToken, ...secret },
  });
  return channel_id;
}

/** An approval that waits, and its message. */
export interface Asked {
  approvalId: string;
  message: SlackMessage;
}

export async function askInSlack({ app, slack }: SlackService, body: object = GRAVE): Promise<Asked> {
  const { body: evaluated } = await evaluate(app, 'b', body);
  const { approval_id: approvalId } = evaluated;
  assert.ok(approvalId, JSON.stringify(evaluated));
  const find = () =>
    slack.workspace.messages.find((message) => JSON.stringify(message.blocks).includes(approvalId));
  await until(() => find() !== undefined);
  return { approvalId, message: find() as SlackMessage };
}

/** A member whose Slack account is tied. */
export interface Tied {
  member: SignedIn;
  person: Person;
}

export async function tiedMember(
  { service, slack, tenantId }: SlackService,
  name: string,
  role: Role = 'approver',
): Promise<Tied> {
  const member = await signedIn(service, 'default', role, name);
  const person = { id: `U0${name.toUpperCase()}` };
  const { code } = await makeChatCode(service, await principalOf(service, member));
  const account = `${slack.workspace.team}/${person.id}`;
  const tied = await tieAccount(service, { tenantId, kind: 'slack', account }, code);
  assert.equal(typeof tied, 'object', String(tied));
  return { member, person };
}

async function principalOf(service: SlackService['service'], { token }: SignedIn): Promise<Principal> {
  const session = await service.sessions.find(token);
  return session?.principals.production ?? assert.fail('there is no session');
}

/** Brings a payload to the service as Slack does. */
export async function bring(
  { app, slack, tenantId }: SlackService,
  payload: object,
  { secret = slack.workspace.signingSecret, at = Date.now() / 1000, tenant = tenantId } = {},
): Promise<AppAnswer> {
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const answer = await app.inject({
    method: 'POST',
    url: `/channels/slack/${tenant}`,
    headers: signed(body, secret, at),
    payload: body,
  });
  return { status: answer.statusCode, body: answer.body };
}

export async function press(
  opened: SlackService,
  person: Person,
  message: SlackMessage,
  action: string,
): Promise<AppAnswer> {
  return bring(opened, pressOf(opened.slack.workspace, person, message, action));
}

export async function approvalOf({ app }: TestService, approvalId: string) {
  return (await ask(app, 'b', `/v1/approvals/${approvalId}`)).body;
}
