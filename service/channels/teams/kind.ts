/**
 * Microsoft Teams by a workflow ("Post to a channel when a webhook request is received"). Its buttons open the
 * decision page, so no bot is needed. A workflow can't change what it posted, so each change follows as a message.
 */
import type { JsonObject } from '@assize/evidence-format';
import { Failure } from '../../foundation/failure.ts';
import { faultsOfUrl } from '../../webhooks/endpoints/index.ts';
import { type Channel, ChannelError, type Message } from '../channel.ts';
import { requireKnown } from '../given.ts';
import type { ChannelDeps, ChannelSettings, Kind, Where } from '../kind.ts';
import { HABITS, readHabits } from '../notifying/index.ts';
import { postedCard } from './adaptive-card.ts';

const TOO_MANY = 429;
const GONE: readonly (number | null)[] = [401, 403, 404, 410];

export const TEAMS: Kind = {
  tells: 'conversation',
  atOnce: 1,
  readOptions(given) {
    requireKnown('options', given, HABITS);
    return readHabits(given);
  },
  readSecrets(given, _options, where) {
    requireKnown('secrets', given, ['url']);
    return { url: workflowUrl(given.url, where) };
  },
  open: openTeams,
};

/** Anyone who has the address can post, so it is a secret. */
function workflowUrl(url: unknown, { environment, allowNetworks }: Where): string {
  const given = typeof url === 'string' ? url : '';
  const [fault] = faultsOfUrl({ config: { webhooks: { allowNetworks } } }, environment, given);
  if (fault === undefined) return given;
  throw Failure.invalid([{ ...fault, field: ['secrets', 'url'] }]);
}

function openTeams({ secrets, environment }: ChannelSettings, { sender }: ChannelDeps): Channel {
  const target = { url: String(secrets.url), environment };
  const post = async (content: JsonObject, stop: AbortSignal): Promise<null> => {
    const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content };
    const body = JSON.stringify({ type: 'message', attachments: [attachment] });
    const { status, error, retryAfterMs } = await sender.send(target, {}, body, stop);
    if (error === null) return null;
    if (GONE.includes(status)) throw new ChannelError('channel', `The workflow answered ${status}.`);
    const isLater = status === null || status >= 500 || status === TOO_MANY;
    throw new ChannelError(isLater ? 'later' : 'message', error, retryAfterMs ?? null);
  };
  const tell = (message: Message, stop: AbortSignal) => post(postedCard(message), stop);
  return {
    deliver: tell,
    update: (message, _reference, stop) => tell(message, stop),
    async check(stop) {
      await post(TEST_CARD, stop);
      return 'The workflow took a test message: see whether it arrived in Teams.';
    },
    async close() {},
  };
}

const TEST_CARD: JsonObject = {
  $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
  type: 'AdaptiveCard',
  version: '1.4',
  body: [
    { type: 'TextBlock', wrap: true, text: 'Assize can post here. Approvals will arrive in this place.' },
  ],
};
