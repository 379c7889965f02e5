/** Surface A: manages a tenant's webhook endpoints. */

import { EVENT_TYPES } from '../../../events/index.ts';
import { isoOrNull } from '../../../foundation/clock.ts';
import type { Environment } from '../../../tenants/index.ts';
import { ENVIRONMENTS } from '../../../tenants/index.ts';
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  disableEndpoint,
  type Endpoint,
  type EndpointDeps,
  enableEndpoint,
  faultsOfUrl,
  findEndpoint,
  listEndpoints,
  MAX_URL_CHARACTERS,
  rotateSecret,
} from '../../../webhooks/endpoints/index.ts';
import { sendTest } from '../../../webhooks/index.ts';
import { EventTypeName } from '../../answers/enums.ts';
import { routesOf } from '../../answers/routes.ts';
import { MANAGE, principalOf } from '../../callers/access.ts';
import { bodyMayBeAbsent, withFaultsOf } from '../../requests/body-parsing.ts';
import { NoFields } from '../../requests/context-schema.ts';
import * as is from '../../schemas/fields.ts';
import { body, described, describedRecord, object } from '../../schemas/objects.ts';
import type { App, Noun, Services } from '../../services.ts';
import { located } from '../../validation/faults.ts';

const MAX_DESCRIPTION_CHARACTERS = 500;

export const endpointParams = object({ endpoint_id: is.text() });

const EventTypes = is.list(EventTypeName, 'The event types it gets', {
  minItems: 1,
  maxItems: EVENT_TYPES.length,
});

const Url = is.label(
  'The URL to post events to. In production it must be https and public',
  MAX_URL_CHARACTERS,
);

const Description = is.text({ maxLength: MAX_DESCRIPTION_CHARACTERS, pattern: is.NO_NUL });

const CreateBody = body(
  [{ url: 'https://hooks.example.com/assize', types: ['approval.created', 'approval.resolved'] }],
  {
    url: Url,
    description: is.optional(Description),
    types: is.optional({ ...EventTypes, description: 'The event types it gets. Default: all' }),
  },
);

const ChangeBody = object(
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

const ShownEndpoint = describedRecord('WebhookEndpoint', 'The endpoint, without its secret', endpointFields);

const EndpointWithSecret = describedRecord('WebhookEndpointWithSecret', 'The endpoint, with its secret', {
  ...endpointFields,
  secret: is.text('The secret that signs its messages (whsec_…), shown only this once'),
});

const ListedEndpoints = described('All endpoints of this environment, oldest first', {
  endpoints: is.list(ShownEndpoint),
  total: is.integer(),
});

export const Deleted = describedRecord('Deleted', 'It is deleted, with the log of what was sent to it', {
  id: is.text(),
  deleted: is.flag(),
});

const TestSent = described('A webhook.test event is on its way', {
  event_id: is.text('The id of its delivery in the log'),
});

const route = routesOf('a', 'Webhooks');

const CREATE = route(
  'createWebhook',
  'Create an endpoint for events; only this answer contains the secret that signs them',
  { body: CreateBody, 200: EndpointWithSecret, also: [409] },
);

const LIST = route('listWebhooks', "List the endpoints of your key's environment, oldest first", {
  200: ListedEndpoints,
});

const SHOW = route('getWebhook', 'Get an endpoint', { params: endpointParams, 200: ShownEndpoint });

const CHANGE = route('changeWebhook', 'Change the URL, description or types of an endpoint', {
  params: endpointParams,
  body: ChangeBody,
  200: ShownEndpoint,
});

const DELETE = route('deleteWebhook', 'Delete an endpoint and the log of its deliveries', {
  params: endpointParams,
  200: Deleted,
});

const ROTATE = route('rotateWebhookSecret', 'Make a new secret; for 24 hours the old one also signs', {
  params: endpointParams,
  body: NoFields,
  200: EndpointWithSecret,
});

const TEST = route('testWebhook', 'Send a test event to an endpoint', {
  params: endpointParams,
  body: NoFields,
  200: TestSent,
  also: [409],
});

const SWITCHES = [
  ['enable', enableEndpoint, 'Resume sending to an endpoint'],
  ['disable', disableEndpoint, 'Stop sending to an endpoint; pending deliveries are given up'],
] as const;

export const webhooksA: Noun<EndpointDeps> = (app, services) => {
  const preValidation = judgeUrl(services);

  app.post('/webhooks', { config: MANAGE, schema: CREATE, preValidation }, async (request) => {
    const principal = principalOf(request);
    const { endpoint, secret } = await createEndpoint(services, principal, request.body);
    return { ...toShown(services, endpoint, principal), secret };
  });

  app.get('/webhooks', { config: MANAGE, schema: LIST }, async (request) => {
    const principal = principalOf(request);
    const endpoints = await listEndpoints(services.db, principal.chain);
    return {
      endpoints: endpoints.map((endpoint) => toShown(services, endpoint, principal)),
      total: endpoints.length,
    };
  });

  app.get('/webhooks/:endpoint_id', { config: MANAGE, schema: SHOW }, async (request) => {
    const principal = principalOf(request);
    const endpoint = await findEndpoint(services.db, principal.chain, request.params.endpoint_id);
    return toShown(services, endpoint, principal);
  });

  app.patch('/webhooks/:endpoint_id', { config: MANAGE, schema: CHANGE, preValidation }, async (request) => {
    const principal = principalOf(request);
    const changed = await changeEndpoint(services, principal, request.params.endpoint_id, request.body);
    return toShown(services, changed, principal);
  });

  app.delete('/webhooks/:endpoint_id', { config: MANAGE, schema: DELETE }, async (request) => {
    const { endpoint_id: id } = request.params;
    await deleteEndpoint(services, principalOf(request), id);
    return { id, deleted: true };
  });
  actOnOne(app, services);
};

/** Actions on an endpoint that need only its id. */
const actOnOne = (app: App, services: EndpointDeps): void => {
  const rotate = { config: MANAGE, schema: ROTATE, preValidation: bodyMayBeAbsent };
  app.post('/webhooks/:endpoint_id/rotate-secret', rotate, async (request) => {
    const principal = principalOf(request);
    const { endpoint, secret } = await rotateSecret(services, principal, request.params.endpoint_id);
    return { ...toShown(services, endpoint, principal), secret };
  });

  for (const [verb, act, summary] of SWITCHES) {
    const schema = route(`${verb}Webhook`, summary, {
      params: endpointParams,
      body: NoFields,
      200: ShownEndpoint,
    });
    const options = { config: MANAGE, schema, preValidation: bodyMayBeAbsent };
    app.post(`/webhooks/:endpoint_id/${verb}`, options, async (request) => {
      const principal = principalOf(request);
      return toShown(services, await act(services, principal, request.params.endpoint_id), principal);
    });
  }

  const test = { config: MANAGE, schema: TEST, preValidation: bodyMayBeAbsent };
  app.post('/webhooks/:endpoint_id/test', test, async (request) => ({
    event_id: await sendTest(services, principalOf(request).chain, request.params.endpoint_id),
  }));
};

/** A URL that the schema refuses for its length is not parsed. */
function judgeUrl(services: EndpointDeps) {
  return withFaultsOf(({ url }, request) => {
    if (typeof url !== 'string' || url === '' || url.length > MAX_URL_CHARACTERS) return [];
    const faults = faultsOfUrl(services, principalOf(request).environment, url);
    return faults.map((fault) => located('body', fault));
  });
}

function toShown(
  { clock }: Pick<Services, 'clock'>,
  endpoint: Endpoint,
  { environment }: { environment: Environment },
) {
  const { previous_until: until } = endpoint;
  return {
    id: endpoint.endpoint_id,
    url: endpoint.url,
    description: endpoint.description,
    types: endpoint.types,
    environment,
    status: endpoint.disabled_at === null ? ('enabled' as const) : ('disabled' as const),
    disabled_reason: endpoint.disabled_reason,
    disabled_at: isoOrNull(endpoint.disabled_at),
    failing_since: isoOrNull(endpoint.failing_since),
    created_at: new Date(endpoint.created_at).toISOString(),
    previous_secret_until: isoOrNull(until !== null && until > clock.now() ? until : null),
  };
}
