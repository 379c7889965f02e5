/** The schemas of webhook endpoints and their deliveries. */

import { EVENT_TYPES } from '../../../events/index.ts';
import { ENVIRONMENTS } from '../../../tenants/index.ts';
import { MAX_URL_CHARACTERS } from '../../../webhooks/endpoints/index.ts';
import { DELIVERY_STATUSES } from '../../../webhooks/index.ts';
import { EventTypeName } from '../../answers/enums.ts';
import * as is from '../../schemas/fields.ts';
import { body, closed, described, describedRecord, object } from '../../schemas/objects.ts';

const MAX_DESCRIPTION_CHARACTERS = 500;

export const endpointParams = object({ endpoint_id: is.text() });
export const deliveryParams = object({ endpoint_id: is.text(), event_id: is.text() });

const EventTypes = is.list(EventTypeName, 'The event types it gets', {
  minItems: 1,
  maxItems: EVENT_TYPES.length,
});

const Url = is.label(
  'The URL to post events to. In production it must be https and public',
  MAX_URL_CHARACTERS,
);

const Description = is.text({ maxLength: MAX_DESCRIPTION_CHARACTERS, pattern: is.NO_NUL });

export const CreateBody = body(
  [{ url: 'https://hooks.example.com/assize', types: ['approval.created', 'approval.resolved'] }],
  {
    url: Url,
    description: is.optional(Description),
    types: is.optional({ ...EventTypes, description: 'The event types it gets. Default: all' }),
  },
);

export const ChangeBody = object(
  {
    url: is.optional(Url),
    description: is.optional(is.orNull(Description, 'null removes it')),
    types: is.optional(is.orNull(EventTypes, 'null for all')),
  },
  {
    additionalProperties: false,
    description: 'Fields that you leave out do not change',
    examples: [{ types: null }],
  },
);

export const ReplayBody = body([{ since: '2026-07-01T00:00:00Z' }], {
  since: is.moment('Only events since then: a time with its zone, or a day, which begins at midnight UTC'),
});

const endpointFields = {
  id: is.text(),
  url: is.text(),
  description: is.orNull(is.text()),
  types: is.orNull(is.list(EventTypeName), 'The event types it gets; null for all'),
  environment: is.oneOf(ENVIRONMENTS),
  status: is.oneOf(['enabled', 'disabled']),
  disabled_reason: is.orNull(
    is.oneOf(['asked', 'gone', 'failing']),
    'asked: by a key; gone: it answered 410; failing: nothing reached it for five days',
  ),
  disabled_at: is.orNull(is.time()),
  failing_since: is.orNull(is.time(), 'The first failure since the last success'),
  created_at: is.time(),
  previous_secret_until: is.orNull(is.time(), 'The time until which the previous secret also signs'),
};

export const ShownEndpoint = describedRecord(
  'WebhookEndpoint',
  'The endpoint, without its secret',
  endpointFields,
);

export const EndpointWithSecret = describedRecord(
  'WebhookEndpointWithSecret',
  'The endpoint, with its secret',
  {
    ...endpointFields,
    secret: is.text('The secret that signs its messages (whsec_…), shown only this once'),
  },
);

export const ListedEndpoints = described('All endpoints of this environment, oldest first', {
  endpoints: is.list(ShownEndpoint),
  total: is.integer(),
});

export const DeletedEndpoint = described('The endpoint is deleted, with the log of its deliveries', {
  id: is.text(),
  deleted: is.flag(),
});

export const TestSent = described('A webhook.test event is on its way', {
  event_id: is.text('The id of its delivery in the log'),
});

export const DeliveriesQuery = closed({
  status: is.optional(is.oneOf(DELIVERY_STATUSES, 'Default: all')),
  ...is.page,
});

const deliveryFields = {
  event_id: is.text('Sent as webhook-id'),
  type: is.text(),
  status: is.oneOf(DELIVERY_STATUSES, 'failed: given up, until you replay it'),
  attempt_count: is.integer('The total number'),
  next_attempt_at: is.orNull(is.time(), 'null if no further attempt is planned'),
  created_at: is.time(),
  settled_at: is.orNull(is.time(), 'When it was delivered or given up'),
};

export const ShownDelivery = describedRecord(
  'WebhookDelivery',
  'The current state of the delivery',
  deliveryFields,
);

export const ListedDeliveries = described('One page, newest first', {
  items: is.list(ShownDelivery),
  next_cursor: is.orNull(is.text(), 'null on the last page'),
});

export const DeliveryWithAttempts = described('The delivery and its attempts', {
  ...deliveryFields,
  attempts: is.list(
    object({
      attempt: is.integer('From 1'),
      started_at: is.time(),
      duration_ms: is.integer(),
      status: is.orNull(is.integer(), 'The HTTP status; null if there was no answer'),
      error: is.orNull(is.text(), 'The error; null if there was none'),
      response: is.orNull(is.text(), 'The first 4 kB of the answer'),
    }),
    'The last hundred attempts, in order',
  ),
});

export const Replayed = described('The deliveries are pending again', {
  replayed: is.integer('The number of deliveries that are sent again'),
});
