/** A Slack channel over the stand-in, with what the rest of the service would do kept in memory. */
import type { TestContext } from 'node:test';
import type { Card } from '@assize/service/channels/card.ts';
import type { Answer } from '@assize/service/channels/channel.ts';
import { type SlackApi, slackApi } from '@assize/service/channels/slack/api.ts';
import type { HandleDeps } from '@assize/service/channels/slack/interaction/handle.ts';
import type { Receiving } from '@assize/service/channels/slack/interaction/receive.ts';
import type { SlackOptions } from '@assize/service/channels/slack/settings.ts';
import { type GuardedFetch, openGuardedFetch } from '@assize/service/webhooks/sending/index.ts';
import { type SlackServer, startSlack } from './server.ts';

export const CARD: Card = {
  approvalId: 'apr_01a1fe5320ebd571bce5ee16',
  tenant: 'Acme',
  environment: 'production',
  state: 'pending',
  url: 'https://assize.example/approvals/apr_01a1fe5320ebd571bce5ee16',
  askedAt: 0,
  expiresAt: 1,
  approvalsNeeded: 1,
  decisions: [],
  content: {
    action: 'refund.create',
    agentId: 'agent-7',
    userId: null,
    risk: 'high',
    targetCount: 0,
    targets: [],
    amount: null,
    laws: [],
    description: null,
    arguments: null,
    change: null,
  },
  corrections: 0,
};

export interface SlackStanding {
  slack: SlackServer;
  api: SlackApi;
  network: GuardedFetch;
  options: SlackOptions;
  receive: HandleDeps & { channel: Receiving };
  /** The answers that were stored, by their id. */
  stored: Map<string, Answer>;
  /** Accounts that speak for a member. */
  tied: Set<string>;
}

/** @param allowed as in ASSIZE_WEBHOOK_ALLOW_CIDRS. */
export async function standingSlack(t: TestContext, allowed = ['127.0.0.1']): Promise<SlackStanding> {
  const slack = await startSlack(t);
  const network = await openGuardedFetch(allowed);
  const { workspace, apiUrl } = slack;
  const api = slackApi(workspace.botToken, { apiUrl, fetch: network.fetch });
  t.after(async () => {
    await api.close();
    await network.close();
  });
  const options: SlackOptions = {
    workspace: workspace.team,
    app: workspace.app,
    conversation: workspace.conversation,
    receives: 'url',
  };
  const stored = new Map<string, Answer>();
  const tied = new Set<string>();
  const receive: SlackStanding['receive'] = {
    api,
    channel: { channelId: 'chn_1', options, secrets: { signing_secret: workspace.signingSecret } },
    accountPage: 'https://assize.example/account',
    isTied: async (account) => tied.has(account),
    tie: async () => 'wrong',
    async takeIn(answer) {
      if (!stored.has(answer.answerId)) stored.set(answer.answerId, answer);
    },
    cardOf: async (approvalId) => (approvalId === CARD.approvalId ? CARD : null),
  };
  return { slack, api, network, options, receive, stored, tied };
}
