/** Surface A: the deliveries to a webhook endpoint, their attempts, and sending them again. */

import { isoOrNull } from '../../../foundation/clock.ts';
import {
  type Attempt,
  attemptsOf,
  DELIVERY_STATUSES,
  type Delivery,
  findDelivery,
  listDeliveries,
  replayDelivery,
  replayFailed,
} from '../../../webhooks/index.ts';
import { routesOf } from '../../answers/routes.ts';
import { MANAGE, principalOf } from '../../callers/access.ts';
import { bodyMayBeAbsent } from '../../requests/body-parsing.ts';
import { NoFields } from '../../requests/context-schema.ts';
import * as is from '../../schemas/fields.ts';
import { body, closed, described, describedRecord, object } from '../../schemas/objects.ts';
import type { Noun, Services } from '../../services.ts';
import { endpointParams } from './webhooks.ts';

const deliveryParams = object({ endpoint_id: is.text(), event_id: is.text() });

const ReplayBody = body([{ since: '2026-07-01T00:00:00Z' }], {
  since: is.moment('Only events since then: a time with its zone, or a day, which begins at midnight UTC'),
});

const DeliveriesQuery = closed({
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

const ShownDelivery = describedRecord('WebhookDelivery', 'The current state of the delivery', deliveryFields);

const ListedDeliveries = described('One page, newest first', {
  items: is.list(ShownDelivery),
  next_cursor: is.orNull(is.text(), 'null on the last page'),
});

const DeliveryWithAttempts = described('The delivery and its attempts', {
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

const Replayed = described('The deliveries are pending again', {
  replayed: is.integer('The number of deliveries that are sent again'),
});

const route = routesOf('a', 'Webhooks');

const LIST = route('listWebhookDeliveries', 'List the deliveries of an endpoint, newest first', {
  params: endpointParams,
  querystring: DeliveriesQuery,
  200: ListedDeliveries,
});

const SHOW = route('getWebhookDelivery', 'Get a delivery, with its attempts', {
  params: deliveryParams,
  200: DeliveryWithAttempts,
});

const REPLAY = route('replayWebhookDelivery', 'Send an event again, with the same webhook-id', {
  params: deliveryParams,
  body: NoFields,
  200: ShownDelivery,
  also: [409],
});

const REPLAY_FAILED = route(
  'replayFailedWebhookDeliveries',
  'Resend everything that has failed since a time',
  { params: endpointParams, body: ReplayBody, 200: Replayed, also: [409] },
);

export const webhookLogA: Noun<Pick<Services, 'clock' | 'db' | 'fillRandom'>> = (app, services) => {
  app.get('/webhooks/:endpoint_id/deliveries', { config: MANAGE, schema: LIST }, async (request) => {
    const { status = null, limit = 100, cursor } = request.query;
    const { endpoint_id: id } = request.params;
    const { chain } = principalOf(request);
    const page = await listDeliveries(services, chain, id, status, { limit, cursor });
    return { items: page.items.map(toShown), next_cursor: page.nextCursor };
  });

  app.get(
    '/webhooks/:endpoint_id/deliveries/:event_id',
    { config: MANAGE, schema: SHOW },
    async (request) => {
      const { endpoint_id: id, event_id: eventId } = request.params;
      const delivery = await findDelivery(services.db, principalOf(request).chain, id, eventId);
      const attempts = await attemptsOf(services.db, delivery);
      return { ...toShown(delivery), attempts: attempts.map(toAttempt) };
    },
  );

  const options = { config: MANAGE, schema: REPLAY, preValidation: bodyMayBeAbsent };
  app.post('/webhooks/:endpoint_id/deliveries/:event_id/replay', options, async (request) => {
    const { endpoint_id: id, event_id: eventId } = request.params;
    return toShown(await replayDelivery(services, principalOf(request).chain, id, eventId));
  });

  app.post('/webhooks/:endpoint_id/replay', { config: MANAGE, schema: REPLAY_FAILED }, async (request) => {
    const since = Date.parse(request.body.since);
    const { endpoint_id: id } = request.params;
    return { replayed: await replayFailed(services, principalOf(request).chain, id, since) };
  });
};

/** A delivery without attempts is due from its creation; its stored time only puts it before all others. */
function nextAttemptAt({ next_at, created_at }: Delivery): number | null {
  return next_at === null ? null : Math.max(next_at, created_at);
}

function toShown(delivery: Delivery) {
  return {
    event_id: delivery.event_id,
    type: delivery.type,
    status: delivery.status,
    attempt_count: delivery.attempts,
    next_attempt_at: isoOrNull(nextAttemptAt(delivery)),
    created_at: new Date(delivery.created_at).toISOString(),
    settled_at: isoOrNull(delivery.settled_at),
  };
}

function toAttempt({ attempt, started_at, duration_ms, status, error, response }: Attempt) {
  return {
    attempt,
    started_at: new Date(started_at).toISOString(),
    duration_ms,
    status,
    error,
    // The endpoint may have sent any bytes, possibly cut in the middle of a character.
    response: response === null ? null : Buffer.from(response).toString('utf8'),
  };
}
