/** Surface A: what happened in the key's environment, in order, read on from what the caller has seen. */
import Type from 'typebox';
import { awaitEvents, EVENT_TYPES, eventDefinition, type ListedEvent } from '../../events/index.ts';
import type { Noun } from '../services.ts';
import { longPoll, MAX_WAIT_SECONDS, principalOf } from '../shared/access.ts';
import { EventTypeName } from '../shared/enums.ts';
import { pageLimit } from '../shared/evidence-filters.ts';
import { Detail, refusals } from '../shared/response-schemas.ts';

const Query = Type.Object(
  {
    after: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          'The last `next` you got, or the last sequence you have seen; 0 starts at the oldest event that is kept. Without it, you get what happens from now on',
      }),
    ),
    types: Type.Optional(
      Type.Array(EventTypeName, {
        maxItems: 16,
        description: 'Only these types; you may repeat it',
      }),
    ),
    limit: pageLimit,
    wait: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_WAIT_SECONDS,
        default: 0,
        description: 'For how many seconds to hold the answer while there is nothing',
      }),
    ),
  },
  { additionalProperties: false },
);

/** What the data of each type names. */
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

const LIST = {
  operationId: 'listEvents',
  summary: 'Get the events since then, at once or as soon as there is one',
  tags: ['Events'],
  querystring: Query,
  response: {
    200: Listed,
    ...refusals('a', 422),
    429: { ...Detail, description: 'Too many requests are waiting: try again after Retry-After seconds' },
  },
};

const READ = { scope: 'evidence:read', payloads: 'none' } as const;

export const eventsA: Noun = (app, { services }, done) => {
  app.get('/events', { config: READ, schema: LIST }, async (request, reply) => {
    const { after, types = [], limit = 100, wait = 0 } = request.query;
    const { chain } = principalOf(request);
    const { items, next } = await longPoll(services, 'a', request, reply, (gone) =>
      awaitEvents(services, chain, { after, types, limit }, wait * 1000, gone),
    );
    return { items: items.map(toItem), next };
  });
  done();
};

function toItem({ at, ...event }: ListedEvent) {
  return { ...event, timestamp: new Date(at).toISOString() };
}
