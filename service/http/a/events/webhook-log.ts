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
import { refusals } from '../../answers/response-schemas.ts';
import { principalOf } from '../../callers/access.ts';
import { bodyMayBeAbsent } from '../../requests/body-parsing.ts';
import { NoFields } from '../../requests/context-schema.ts';
import type { Noun, Services } from '../../services.ts';
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

const SCOPE = { scope: 'keys:manage' } as const;
const TAGS = ['Webhooks'];

const LIST = {
  operationId: 'listWebhookDeliveries',
  summary: 'List the deliveries of an endpoint, newest first',
  tags: TAGS,
  params: endpointParams,
  querystring: DeliveriesQuery,
  response: { 200: ListedDeliveries, ...refusals('a', 404, 422) },
};

const SHOW = {
  operationId: 'getWebhookDelivery',
  summary: 'Get a delivery, with its attempts',
  tags: TAGS,
  params: deliveryParams,
  response: { 200: DeliveryWithAttempts, ...refusals('a', 404) },
};

const REPLAY = {
  operationId: 'replayWebhookDelivery',
  summary: 'Send an event again, with the same webhook-id',
  tags: TAGS,
  params: deliveryParams,
  body: NoFields,
  response: { 200: ShownDelivery, ...refusals('a', 404, 409, 422) },
};

const REPLAY_FAILED = {
  operationId: 'replayFailedWebhookDeliveries',
  summary: 'Resend everything that has failed since a time',
  tags: TAGS,
  params: endpointParams,
  body: ReplayBody,
  response: { 200: Replayed, ...refusals('a', 404, 409, 422) },
};

export const webhookLogA: Noun<Pick<Services, 'clock' | 'db' | 'fillRandom'>> = (app, { services }, done) => {
  app.get('/webhooks/:endpoint_id/deliveries', { config: SCOPE, schema: LIST }, async (request) => {
    const { status = null, limit = 100, cursor } = request.query;
    const { endpoint_id: id } = request.params;
    const { chain } = principalOf(request);
    const page = await listDeliveries(services, chain, id, status, { limit, cursor });
    return { items: page.items.map(toShown), next_cursor: page.nextCursor };
  });

  app.get('/webhooks/:endpoint_id/deliveries/:event_id', { config: SCOPE, schema: SHOW }, async (request) => {
    const { endpoint_id: id, event_id: eventId } = request.params;
    const delivery = await findDelivery(services.db, principalOf(request).chain, id, eventId);
    const attempts = await attemptsOf(services.db, delivery);
    return { ...toShown(delivery), attempts: attempts.map(toAttempt) };
  });

  const options = { config: SCOPE, schema: REPLAY, preValidation: bodyMayBeAbsent };
  app.post('/webhooks/:endpoint_id/deliveries/:event_id/replay', options, async (request) => {
    const { endpoint_id: id, event_id: eventId } = request.params;
    return toShown(await replayDelivery(services, principalOf(request).chain, id, eventId));
  });

  app.post('/webhooks/:endpoint_id/replay', { config: SCOPE, schema: REPLAY_FAILED }, async (request) => {
    const since = Date.parse(request.body.since);
    const { endpoint_id: id } = request.params;
    return { replayed: await replayFailed(services, principalOf(request).chain, id, since) };
  });
  done();
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
