/** Slack by an app of the tenant's own. */
import type { ChannelDeps, ChannelSettings, Kind } from '../kind.ts';
import { readHabits } from '../notifying/index.ts';
import { slackApi } from './api.ts';
import { readSlackOptions, readSlackSecrets, type SlackOptions, type SlackSecrets } from './settings.ts';
import { slackChannel } from './slack.ts';

export const SLACK: Kind = {
  tells: 'conversation',
  // Slack takes about one message a second in a conversation.
  atOnce: 1,
  readOptions: ({ quiet = null, digest_above = null, ...given }) => ({
    ...readSlackOptions(given),
    ...readHabits({ quiet, digest_above }),
  }),
  readSecrets: (given, options) => ({ ...readSlackSecrets(given, options as unknown as SlackOptions) }),
  open({ channelId, options, secrets }: ChannelSettings, { guarded, config }: ChannelDeps) {
    const { bot_token: token } = secrets as unknown as SlackSecrets;
    const api = slackApi(token, { apiUrl: config.slackApiUrl, fetch: guarded.fetch });
    return slackChannel(channelId, options as unknown as SlackOptions, api);
  },
};
