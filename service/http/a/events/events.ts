/**
 * Surface A: the events of the key's environment in order, continued after the caller's last one: page by
 * page, or as a stream of server-sent events.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
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
import { Detail, refusals } from '../../answers/response-schemas.ts';
import { longPoll, MAX_WAIT_SECONDS, principalOf } from '../../callers/access.ts';
import { type Callers, requireStillAdmitted } from '../../callers/callers.ts';
import { frame, sendStream, wantsStream } from '../../callers/event-stream.ts';
import { pageLimit } from '../../requests/evidence-filters.ts';
import type { Noun } from '../../services.ts';

type Needs = Callers & FollowDeps;

const Query = Type.Object(
  {
    after: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          'The last `next` you got, or the last sequence you have seen; 0 starts at the oldest event that is kept. Without it, you get only new events',
      }),
    ),
    types: Type.Optional(
      Type.Array(EventTypeName, {
        maxItems: 16,
        description: 'Only these types; you may repeat the parameter',
      }),
    ),
    limit: pageLimit,
    wait: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_WAIT_SECONDS,
        default: 0,
        description: 'How many seconds to wait for an event before answering',
      }),
    ),
  },
  { additionalProperties: false },
);

/** The members of the data of each type. */
const DATA = EVENT_TYPES.map((type) => {
  const { when, data } = eventDefinition(type) ?? { when: '', data: [] };
  return `- \`${type}\` (${when}): ${data.map((name) => `\`${name}\``).join(', ')}`;
}).join('\n');

const EventItem = Type.Object({
  id: Type.String({ description: 'The webhook-id of its deliveries' }),
  sequence: Type.Integer({ description: 'Its position among the events of the environment, from 1' }),
  type: Type.String(),
  timestamp: Type.String({ format: 'date-time' }),
  data: Type.Object(
    {},
    { additionalProperties: true, description: `The data as webhooks send it.\n\n${DATA}` },
  ),
});

const Listed = Type.Object(
  {
    items: Type.Array(EventItem),
    next: Type.Integer({ description: 'Send this as `after` the next time, even if items is empty' }),
  },
  { description: 'The oldest first' },
);

/** A browser sends this when it reopens a stream. */
const Headers = Type.Object({
  'last-event-id': Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'For a stream: the last `id` you got. It takes precedence over `after`',
    }),
  ),
});

const LIST = {
  operationId: 'listEvents',
  summary: 'Get the events since then, at once or as soon as there is one',
  description:
    'With `Accept: text/event-stream` you get a stream of server-sent events: `id` is the sequence, `event` the type, ' +
    '`data` the item as JSON. A comment comes every 15 seconds. The stream ends after ten minutes, when the key is ' +
    'revoked, and when the service stops; browsers reopen it by themselves and miss nothing.',
  tags: ['Events'],
  querystring: Query,
  headers: Headers,
  response: {
    200: {
      description: 'The oldest first',
      content: {
        'application/json': { schema: Listed },
        'text/event-stream': { schema: Type.String({ description: 'Server-sent events' }) },
      },
    },
    ...refusals('a', 422),
    429: { ...Detail, description: 'Too many requests are waiting: try again after Retry-After seconds' },
  },
};

const READ = { scope: 'evidence:read', payloads: 'none' } as const;

export const eventsA: Noun<Needs> = (app, { services }, done) => {
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
  done();
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
