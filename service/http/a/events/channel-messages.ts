/** Surface A: the messages of a channel with their attempts, and sending one again. */
import {
  listMessages,
  MESSAGE_STATUSES,
  replayMessage,
  type SentMessage,
} from '../../../channels/messages/index.ts';
import { isoOrNull } from '../../../foundation/clock.ts';
import { routesOf } from '../../answers/routes.ts';
import { MANAGE, principalOf } from '../../callers/access.ts';
import { bodyMayBeAbsent } from '../../requests/body-parsing.ts';
import { NoFields } from '../../requests/context-schema.ts';
import * as is from '../../schemas/fields.ts';
import { closed, described, describedRecord, object } from '../../schemas/objects.ts';
import type { Noun, Services } from '../../services.ts';
import { channelParams } from './channels.ts';

const messageParams = object({ channel_id: is.text(), message_id: is.text() });

const MessagesQuery = closed({
  status: is.optional(is.oneOf(MESSAGE_STATUSES, 'Default: all')),
  ...is.page,
});

const ShownMessage = describedRecord('ChannelMessage', 'The message', {
  id: is.text(),
  approval_id: is.text(),
  reason: is.oneOf(['request', 'reminder', 'digest']),
  recipient: is.orNull(is.text(), 'The member it is for; null where all read the same message'),
  status: is.oneOf(
    MESSAGE_STATUSES,
    'failed: given up, until you replay it; dropped: nothing was left to tell',
  ),
  shown: is.orNull(is.text(), 'The state of the approval that it shows; null if nothing was sent'),
  attempt_count: is.integer(),
  next_attempt_at: is.orNull(is.time()),
  created_at: is.time(),
  delivered_at: is.orNull(is.time(), 'When it was last sent or brought up to date'),
  attempts: is.list(
    object({
      attempt: is.integer('From 1'),
      started_at: is.time(),
      duration_ms: is.integer(),
      fault: is.orNull(
        is.oneOf(['later', 'message', 'channel']),
        'later: it is tried again; message: this one is refused; channel: all are',
      ),
      error: is.orNull(is.text()),
    }),
    'The last twenty, in order',
  ),
});

const ListedMessages = described('One page, newest first', {
  items: is.list(ShownMessage),
  next_cursor: is.orNull(is.text(), 'null on the last page'),
});

const route = routesOf('a', 'Channels');

const LIST = route(
  'listChannelMessages',
  'List the messages of a channel with their attempts, newest first',
  {
    params: channelParams,
    querystring: MessagesQuery,
    200: ListedMessages,
  },
);

const REPLAY = route('replayChannelMessage', 'Send a message again, as its approval is now', {
  params: messageParams,
  body: NoFields,
  200: ShownMessage,
  also: [409],
});

export const channelMessagesA: Noun<Pick<Services, 'clock' | 'db' | 'fillRandom'>> = (app, services) => {
  app.get('/channels/:channel_id/messages', { config: MANAGE, schema: LIST }, async (request) => {
    const { status = null, limit = 100, cursor } = request.query;
    const { channel_id: id } = request.params;
    const page = await listMessages(services, principalOf(request).chain, id, status, { limit, cursor });
    return { items: page.items.map(toShown), next_cursor: page.nextCursor };
  });

  const options = { config: MANAGE, schema: REPLAY, preValidation: bodyMayBeAbsent };
  app.post('/channels/:channel_id/messages/:message_id/replay', options, async (request) => {
    const { channel_id: id, message_id: messageId } = request.params;
    return toShown(await replayMessage(services, principalOf(request).chain, id, messageId));
  });
};

function toShown(message: SentMessage) {
  const { next_at, created_at, recipient } = message;
  return {
    id: message.message_id,
    approval_id: message.approval_id,
    reason: message.reason,
    recipient: recipient === '' ? null : recipient,
    status: message.status,
    shown: message.shown,
    attempt_count: message.attempts,
    next_attempt_at: isoOrNull(next_at),
    created_at: new Date(created_at).toISOString(),
    delivered_at: isoOrNull(message.delivered_at),
    attempts: message.tried.map(({ started_at, ...tried }) => {
      return { ...tried, started_at: new Date(started_at).toISOString() };
    }),
  };
}
