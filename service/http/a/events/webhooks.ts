/** Surface A: webhook endpoints, as those manage them who govern the tenant. */

import type { preValidationHookHandler } from 'fastify';
import { isoOrNull } from '../../../foundation/clock.ts';
import type { Environment } from '../../../tenants/index.ts';
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
import { refusals } from '../../answers/response-schemas.ts';
import { principalOf } from '../../callers/access.ts';
import { bodyMayBeAbsent } from '../../requests/body-parsing.ts';
import { NoFields } from '../../requests/context-schema.ts';
import type { Noun } from '../../services.ts';
import { located } from '../../validation/faults.ts';
import {
  ChangeBody,
  CreateBody,
  DeletedEndpoint,
  EndpointWithSecret,
  ListedEndpoints,
  endpointParams as params,
  ShownEndpoint,
  TestSent,
} from './webhook-schemas.ts';

const SCOPE = { scope: 'keys:manage' } as const;
const TAGS = ['Webhooks'];

const CREATE = {
  operationId: 'createWebhook',
  summary: 'Create an endpoint that gets events; only this answer contains the secret that signs them',
  tags: TAGS,
  body: CreateBody,
  response: { 200: EndpointWithSecret, ...refusals('a', 409, 422) },
};

const LIST = {
  operationId: 'listWebhooks',
  summary: "List the endpoints of your key's environment, oldest first",
  tags: TAGS,
  response: { 200: ListedEndpoints, ...refusals('a') },
};

const SHOW = {
  operationId: 'getWebhook',
  summary: 'Get an endpoint',
  tags: TAGS,
  params,
  response: { 200: ShownEndpoint, ...refusals('a', 404) },
};

const CHANGE = {
  operationId: 'changeWebhook',
  summary: 'Change the URL, description or types of an endpoint',
  tags: TAGS,
  params,
  body: ChangeBody,
  response: { 200: ShownEndpoint, ...refusals('a', 404, 422) },
};

const DELETE = {
  operationId: 'deleteWebhook',
  summary: 'Delete an endpoint and the log of its deliveries',
  tags: TAGS,
  params,
  response: { 200: DeletedEndpoint, ...refusals('a', 404) },
};

const ROTATE = {
  operationId: 'rotateWebhookSecret',
  summary: 'Make a new secret; for 24 hours the old one signs too',
  tags: TAGS,
  params,
  body: NoFields,
  response: { 200: EndpointWithSecret, ...refusals('a', 404, 422) },
};

const TEST = {
  operationId: 'testWebhook',
  summary: 'Send a test event to an endpoint',
  tags: TAGS,
  params,
  body: NoFields,
  response: { 200: TestSent, ...refusals('a', 404, 409, 422) },
};

const SWITCHES = [
  ['enable', enableEndpoint, 'Send to an endpoint again, from now on'],
  ['disable', disableEndpoint, 'Send an endpoint nothing any more; what is still pending is given up'],
] as const;

export const webhooksA: Noun<EndpointDeps> = (app, { services }, done) => {
  const preValidation = judgeUrl(services);

  app.post('/webhooks', { config: SCOPE, schema: CREATE, preValidation }, async (request) => {
    const principal = principalOf(request);
    const { endpoint, secret } = await createEndpoint(services, principal, request.body);
    return { ...toShown(services, endpoint, principal), secret };
  });

  app.get('/webhooks', { config: SCOPE, schema: LIST }, async (request) => {
    const principal = principalOf(request);
    const endpoints = await listEndpoints(services.db, principal.chain);
    return {
      endpoints: endpoints.map((endpoint) => toShown(services, endpoint, principal)),
      total: endpoints.length,
    };
  });

  app.get('/webhooks/:endpoint_id', { config: SCOPE, schema: SHOW }, async (request) => {
    const principal = principalOf(request);
    const endpoint = await findEndpoint(services.db, principal.chain, request.params.endpoint_id);
    return toShown(services, endpoint, principal);
  });

  app.patch('/webhooks/:endpoint_id', { config: SCOPE, schema: CHANGE, preValidation }, async (request) => {
    const principal = principalOf(request);
    const changed = await changeEndpoint(services, principal, request.params.endpoint_id, request.body);
    return toShown(services, changed, principal);
  });

  app.delete('/webhooks/:endpoint_id', { config: SCOPE, schema: DELETE }, async (request) => {
    const { endpoint_id: id } = request.params;
    await deleteEndpoint(services, principalOf(request), id);
    return { id, deleted: true };
  });
  actOnOne(app, services);
  done();
};

/** What is done to an endpoint without saying more than which. */
const actOnOne = (app: Parameters<typeof webhooksA>[0], services: EndpointDeps): void => {
  const rotate = { config: SCOPE, schema: ROTATE, preValidation: bodyMayBeAbsent };
  app.post('/webhooks/:endpoint_id/rotate-secret', rotate, async (request) => {
    const principal = principalOf(request);
    const { endpoint, secret } = await rotateSecret(services, principal, request.params.endpoint_id);
    return { ...toShown(services, endpoint, principal), secret };
  });

  for (const [verb, act, summary] of SWITCHES) {
    const schema = { ...ROTATE, operationId: `${verb}Webhook`, summary, response: SWITCHED };
    const options = { config: SCOPE, schema, preValidation: bodyMayBeAbsent };
    app.post(`/webhooks/:endpoint_id/${verb}`, options, async (request) => {
      const principal = principalOf(request);
      return toShown(services, await act(services, principal, request.params.endpoint_id), principal);
    });
  }

  const test = { config: SCOPE, schema: TEST, preValidation: bodyMayBeAbsent };
  app.post('/webhooks/:endpoint_id/test', test, async (request) => ({
    event_id: await sendTest(services, principalOf(request).chain, request.params.endpoint_id),
  }));
};

const SWITCHED = { 200: ShownEndpoint, ...refusals('a', 404, 422) };

/** Before the schema is asked, so that the caller hears of everything at once. */
function judgeUrl(services: EndpointDeps): preValidationHookHandler {
  return (request, _reply, done) => {
    const url = (request.body as { url?: unknown } | null | undefined)?.url;
    // What the schema refuses for its length is not looked at.
    if (typeof url === 'string' && url !== '' && url.length <= MAX_URL_CHARACTERS) {
      const faults = faultsOfUrl(services, principalOf(request).environment, url).map((fault) =>
        located('body', fault),
      );
      if (faults.length > 0) request.bodyFaults = [...(request.bodyFaults ?? []), ...faults];
    }
    done();
  };
}

function toShown(
  { clock }: Pick<EndpointDeps, 'clock'>,
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
