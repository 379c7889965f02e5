/** People in the workspace: they press buttons and fill in views, and Slack sends what they did to the app. */
import { createHmac } from 'node:crypto';
import type { SlackMessage, SlackView, SlackWorkspace } from './workspace.ts';

type Json = Record<string, unknown>;

/** The answer of the app. */
export interface AppAnswer {
  status: number;
  body: string;
}

/** Brings a payload to the app, by HTTP or by its connection. */
export type Bring = (payload: Json) => Promise<AppAnswer>;

export interface Person {
  /** `U…` */
  id: string;
  /** Their own workspace, where it is another one. */
  team?: string;
}

/** The payload of a press on a button of a message, as `block_actions` documents it. */
export function pressOf(
  workspace: SlackWorkspace,
  person: Person,
  message: SlackMessage,
  action: string,
): Json {
  const elements = message.blocks.flatMap((block) => (block.elements ?? []) as Json[]);
  const button = elements.find((element) => element.action_id === action);
  if (button === undefined) throw new Error(`The message has no button ${action}.`);
  return {
    type: 'block_actions',
    ...sender(workspace, person),
    container: { type: 'message', message_ts: message.ts, channel_id: message.channel, is_ephemeral: false },
    channel: { id: message.channel, name: 'approvals' },
    message: { type: 'message', bot_id: 'B0BOT00001', ...message },
    actions: [{ ...button, block_id: 'b1', action_ts: `${Date.now() / 1000}` }],
    response_url: 'https://hooks.slack.com/actions/T0ASSIZE01/1/standin',
  };
}

/** The payload of a filled-in view, as `view_submission` documents it. */
export function submissionOf(
  workspace: SlackWorkspace,
  person: Person,
  view: SlackView,
  given: Record<string, string>,
): Json {
  const values = Object.entries(given).map(([name, value]) => {
    const input = view.blocks.find(({ block_id: id }) => id === name);
    const { type } = (input?.element ?? {}) as Json;
    if (type === undefined) throw new Error(`The view has no input ${name}.`);
    const state = type === 'radio_buttons' ? { type, selected_option: { value } } : { type, value };
    return [name, { [name]: state }];
  });
  return {
    type: 'view_submission',
    ...sender(workspace, person),
    view: { ...view, state: { values: Object.fromEntries(values) }, hash: `${Date.now()}.1` },
    response_urls: [],
  };
}

function sender(workspace: SlackWorkspace, { id, team = workspace.team }: Person): Json {
  return {
    api_app_id: workspace.app,
    token: 'verification-tokens-are-not-used',
    team: { id: workspace.team, domain: 'stand-in' },
    user: { id, username: 'dana', name: 'dana', team_id: team },
    trigger_id: workspace.newTrigger(),
    is_enterprise_install: false,
    enterprise: null,
  };
}

/** Calls the app's address as Slack does. */
export function bringTo(
  url: string,
  secret: string,
  { at = Date.now() / 1000 }: { at?: number } = {},
): Bring {
  return async (payload) => {
    const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
    const response = await fetch(url, { method: 'POST', headers: signed(body, secret, at), body });
    return { status: response.status, body: await response.text() };
  };
}

export function signed(body: string, secret: string, at = Date.now() / 1000): Record<string, string> {
  const timestamp = String(Math.floor(at));
  const signature = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
  return {
    'content-type': 'application/x-www-form-urlencoded',
    'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': `v0=${signature}`,
  };
}
