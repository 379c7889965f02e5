/** Surface A: the deliveries to a webhook endpoint, their attempts, and sending them again. */

import { isoOrNull } from '../../../foundation/clock.ts';
import {
  type Attempt,
  attemptsOf,
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
import type { Noun } from '../../services.ts';
import {
  DeliveriesQuery,
  DeliveryWithAttempts,
  deliveryParams,
  endpointParams,
  ListedDeliveries,
  ReplayBody,
  Replayed,
  ShownDelivery,
} from './webhook-schemas.ts';

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

export const webhookLogA: Noun = (app, services) => {
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
