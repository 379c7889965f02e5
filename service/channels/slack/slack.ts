/** Slack as a channel: posts messages to one conversation, edits them, and tells people privately. */
import { parseJson } from '@assize/evidence-format';
import { type Channel, ChannelError, type Message, type Reference } from '../channel.ts';
import type { SlackApi } from './api.ts';
import { postedOf } from './message/blocks.ts';
import { plain, shown } from './message/text.ts';
import type { SlackOptions } from './settings.ts';

/** Nothing in a message becomes a link or a mention by itself, and no page behind a link is shown. */
const AS_WRITTEN = { unfurl_links: false, unfurl_media: false, link_names: false, parse: 'none' } as const;

const MAX_TOLD = 1000;

interface Place {
  channel: string;
  ts: string;
}

export function slackChannel(
  channelId: string,
  { workspace, conversation }: SlackOptions,
  api: SlackApi,
): Channel {
  const post = async (message: Message, stop: AbortSignal): Promise<Reference> => {
    const { channel, ts } = await api.call(
      'chat.postMessage',
      { channel: conversation, ...AS_WRITTEN, ...postedOf(message, channelId) },
      stop,
    );
    return JSON.stringify({ channel: String(channel), ts: String(ts) } satisfies Place);
  };
  return {
    deliver: post,
    async update(message, reference, stop) {
      if (reference === null) return post(message, stop);
      const place = parseJson(reference) as unknown as Place;
      await api.call('chat.update', { ...place, ...AS_WRITTEN, ...postedOf(message, channelId) }, stop);
      return reference;
    },
    async tell(account, text, stop) {
      const [, user = ''] = account.split('/');
      const blocks = [{ type: 'section', text: plain(shown(text, MAX_TOLD)) }];
      const given = { channel: conversation, user, text: shown(text, MAX_TOLD), blocks, ...AS_WRITTEN };
      await api.call('chat.postEphemeral', given, stop);
    },
    async check(stop) {
      const { team_id: team, team: name } = await api.call('auth.test', {}, stop);
      if (team !== workspace) {
        throw new ChannelError('channel', `The token is of the workspace ${String(team)}, not ${workspace}.`);
      }
      return `The app can sign in to the workspace ${String(name)}.`;
    },
    close: () => api.close(),
  };
}
