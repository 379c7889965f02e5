/** The shapes in which webhook endpoints and what was sent to them go in and out. */

import Type from 'typebox';
import { EVENT_TYPES } from '../../../events/index.ts';
import { ENVIRONMENTS } from '../../../tenants/index.ts';
import { MAX_URL_CHARACTERS } from '../../../webhooks/endpoints/index.ts';
import { DELIVERY_STATUSES } from '../../../webhooks/index.ts';
import { EventTypeName } from '../../answers/enums.ts';
import { named } from '../../answers/named.ts';
import { IsoTime, orNull } from '../../answers/response-schemas.ts';
import { NO_NUL } from '../../requests/context-schema.ts';
import { Moment, pageCursor, pageLimit } from '../../requests/evidence-filters.ts';

const MAX_DESCRIPTION_CHARACTERS = 500;

export const endpointParams = Type.Object({ endpoint_id: Type.String() });
export const deliveryParams = Type.Object({ endpoint_id: Type.String(), event_id: Type.String() });

const EventTypes = Type.Array(EventTypeName, {
  minItems: 1,
  maxItems: EVENT_TYPES.length,
  description: 'The event types it gets',
});

const Url = Type.String({
  minLength: 1,
  maxLength: MAX_URL_CHARACTERS,
  pattern: NO_NUL,
  description: 'The URL to post events to. In production it must be https and public',
});

const Description = Type.String({ maxLength: MAX_DESCRIPTION_CHARACTERS, pattern: NO_NUL });

export const CreateBody = Type.Object(
  {
    url: Url,
    description: Type.Optional(Description),
    types: Type.Optional({ ...EventTypes, description: 'The event types it gets. Default: all' }),
  },
  {
    additionalProperties: false,
    examples: [{ url: 'https://hooks.example.com/assize', types: ['approval.created', 'approval.resolved'] }],
  },
);

export const ChangeBody = Type.Object(
  {
    url: Type.Optional(Url),
    description: Type.Optional(orNull(Description, 'null removes it')),
    types: Type.Optional(orNull(EventTypes, 'null for all')),
  },
  {
    additionalProperties: false,
    description: 'Fields that you leave out stay as they are',
    examples: [{ types: null }],
  },
);

export const ReplayBody = Type.Object(
  {
    since: Moment('Only events since then: a time with its zone, or a day, which begins at midnight UTC'),
  },
  { additionalProperties: false, examples: [{ since: '2026-07-01T00:00:00Z' }] },
);

const endpointFields = {
  id: Type.String(),
  url: Type.String(),
  description: orNull(Type.String()),
  types: orNull(Type.Array(EventTypeName), 'The event types it gets; null for all'),
  environment: Type.Enum([...ENVIRONMENTS]),
  status: Type.Enum(['enabled', 'disabled']),
  disabled_reason: orNull(
    Type.Enum(['asked', 'gone', 'failing']),
    'asked: by a key; gone: it answered 410; failing: nothing reached it for five days',
  ),
  disabled_at: orNull(IsoTime),
  failing_since: orNull(IsoTime, 'The first failure since the last success'),
  created_at: IsoTime,
  previous_secret_until: orNull(IsoTime, 'Until when the previous secret signs too'),
};

export const ShownEndpoint = named(
  'WebhookEndpoint',
  Type.Object(endpointFields, { description: 'The endpoint, without its secret' }),
);

export const EndpointWithSecret = named(
  'WebhookEndpointWithSecret',
  Type.Object(
    {
      ...endpointFields,
      secret: Type.String({ description: 'The secret that signs its messages (whsec_…), shown only now' }),
    },
    { description: 'The endpoint, with its secret' },
  ),
);

export const ListedEndpoints = Type.Object(
  { endpoints: Type.Array(ShownEndpoint), total: Type.Integer() },
  { description: 'All endpoints of this environment, oldest first' },
);

export const DeletedEndpoint = Type.Object(
  { id: Type.String(), deleted: Type.Boolean() },
  { description: 'The endpoint is deleted, with the log of its deliveries' },
);

export const TestSent = Type.Object(
  { event_id: Type.String({ description: 'The id of its delivery in the log' }) },
  { description: 'A webhook.test event is on its way' },
);

export const DeliveriesQuery = Type.Object(
  {
    status: Type.Optional(Type.Enum([...DELIVERY_STATUSES], { description: 'Default: all' })),
    limit: pageLimit,
    cursor: pageCursor,
  },
  { additionalProperties: false },
);

const deliveryFields = {
  event_id: Type.String({ description: 'Sent as webhook-id' }),
  type: Type.String(),
  status: Type.Enum([...DELIVERY_STATUSES], {
    description: 'failed: given up, until you replay it',
  }),
  attempt_count: Type.Integer({ description: 'How many in total' }),
  next_attempt_at: orNull(IsoTime, 'null if no further attempt is planned'),
  created_at: IsoTime,
  settled_at: orNull(IsoTime, 'When it was delivered or given up'),
};

export const ShownDelivery = named(
  'WebhookDelivery',
  Type.Object(deliveryFields, { description: 'The delivery as it is now' }),
);

export const ListedDeliveries = Type.Object(
  {
    items: Type.Array(ShownDelivery),
    next_cursor: orNull(Type.String(), 'null on the last page'),
  },
  { description: 'One page, newest first' },
);

export const DeliveryWithAttempts = Type.Object(
  {
    ...deliveryFields,
    attempts: Type.Array(
      Type.Object({
        attempt: Type.Integer({ description: 'From 1' }),
        started_at: IsoTime,
        duration_ms: Type.Integer(),
        status: orNull(Type.Integer(), 'The HTTP status; null if there was no answer'),
        error: orNull(Type.String(), 'What went wrong; null if nothing did'),
        response: orNull(Type.String(), 'The first 4 kB of the answer'),
      }),
      { description: 'The last hundred attempts, in the order they were made' },
    ),
  },
  { description: 'The delivery, and how each attempt ended' },
);

export const Replayed = Type.Object(
  { replayed: Type.Integer({ description: 'How many deliveries are sent again' }) },
  { description: 'The deliveries are pending again' },
);
