/**
 * Surface A: the events of the key's environment in order, continued after the caller's last one: page by
 * page, or as a stream of server-sent events.
 */

import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  awaitEvents,
  EVENT_TYPES,
  type EventPage,
  type EventQuery,
  eventDefinition,
  type FollowDeps,
  followEvents,
  type ListedEvent,
} from '../../../events/index.ts';
import { EventTypeName } from '../../answers/enums.ts';
import { Detail } from '../../answers/response-schemas.ts';
import { inTypes, routesOf } from '../../answers/routes.ts';
import { longPoll, MAX_WAIT_SECONDS, principalOf, READ } from '../../callers/access.ts';
import { type Callers, requireStillAdmitted } from '../../callers/callers.ts';
import { frame, sendStream, wantsStream } from '../../callers/event-stream.ts';
import * as is from '../../schemas/fields.ts';
import { closed, described, object } from '../../schemas/objects.ts';
import type { Noun } from '../../services.ts';

type Needs = Callers & FollowDeps;

const Query = closed({
  after: is.optional(
    is.integer(
      'The last `next` you got, or the last sequence you have seen; 0 starts at the oldest event that is kept. Without it, you get only new events',
      { minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    ),
  ),
  types: is.optional(
    is.list(EventTypeName, 'Only these types; you may repeat the parameter', { maxItems: 16 }),
  ),
  limit: is.pageLimit,
  wait: is.optional(
    is.integer('How many seconds to wait for an event before answering', {
      minimum: 0,
      maximum: MAX_WAIT_SECONDS,
      default: 0,
    }),
  ),
});

/** The members of the data of each type. */
const DATA = EVENT_TYPES.map((type) => {
  const { when, data } = eventDefinition(type) ?? { when: '', data: [] };
  return `- \`${type}\` (${when}): ${data.map((name) => `\`${name}\``).join(', ')}`;
}).join('\n');

const EventItem = object({
  id: is.text('The webhook-id of its deliveries'),
  sequence: is.integer('Its position among the events of the environment, from 1'),
  type: is.text(),
  timestamp: is.time(),
  data: is.open(`The data as webhooks send it.\n\n${DATA}`),
});

const Listed = described('The oldest first', {
  items: is.list(EventItem),
  next: is.integer('Send this as `after` the next time, even if items is empty'),
});

/** A browser sends this when it reopens a stream. */
const Headers = object({
  'last-event-id': is.optional(
    is.integer('For a stream: the last `id` you got. It takes precedence over `after`', {
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
    }),
  ),
});

const route = routesOf('a', 'Events');

const LIST = route('listEvents', 'Get the events since then, at once or as soon as there is one', {
  description:
    'With `Accept: text/event-stream` you get a stream of server-sent events: `id` is the sequence, `event` the type, ' +
    '`data` the item as JSON. A comment comes every 15 seconds. The stream ends after ten minutes, when the key is ' +
    'revoked, and when the service stops; browsers reopen it by themselves and miss nothing.',
  querystring: Query,
  headers: Headers,
  200: inTypes('The oldest first', {
    'application/json': Listed,
    'text/event-stream': is.text('Server-sent events'),
  }),
  429: { ...Detail, description: 'Too many requests are waiting: try again after Retry-After seconds' },
});

export const eventsA: Noun<Needs> = (app, services) => {
  app.get('/events', { config: READ, schema: LIST }, async (request, reply) => {
    const { after, types = [], limit = 100, wait = 0 } = request.query;
    const { chain } = principalOf(request);
    if (wantsStream(request)) {
      const { 'last-event-id': lastSeen = after } = request.headers;
      // The returned value is the reply, which has already been sent.
      return stream(services, request, reply, { after: lastSeen, types, limit }) as never;
    }
    const { items, next } = await longPoll(services, 'a', request, reply, (gone) =>
      awaitEvents(services, chain, { after, types, limit }, wait * 1000, gone),
    );
    return { items: items.map(toItem), next };
  });
};

function stream(services: Needs, request: FastifyRequest, reply: FastifyReply, query: EventQuery) {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const requireStillAllowed = () => requireStillAdmitted(services, 'a', request);
  const { chain } = principalOf(request);
  const pages = followEvents(services, chain, query, { gone: gone.signal, requireStillAllowed });
  return sendStream(request, reply, frames(services, pages));
}

const COMMENT_EVERY_MS = 15_000;
/** How long a browser waits before it reopens the stream, ms. */
const RETRY_MS = 1_000;

/** A comment carries the place, too, so that filtered events are not examined again. */
async function* frames({ clock }: Needs, pages: AsyncIterable<EventPage>) {
  let shownAt = Number.NEGATIVE_INFINITY;
  for await (const { items, next } of pages) {
    const isFirst = shownAt === Number.NEGATIVE_INFINITY;
    if (items.length === 0 && clock.monotonic() - shownAt < COMMENT_EVERY_MS) continue;
    shownAt = clock.monotonic();
    const shown = items.map((item) => frame({ id: item.sequence, event: item.type, data: toItem(item) }));
    yield `${isFirst ? `retry: ${RETRY_MS}\n\n` : ''}${shown.join('')}: \nid: ${next}\n\n`;
  }
}

function toItem({ id, sequence, type, at, data }: ListedEvent) {
  return { id, sequence, type, timestamp: new Date(at).toISOString(), data };
}
