/** Creates an endpoint. The full secret is shown only now; the stored one is sealed. */
import { bound } from '../../database/evidence/append-store.ts';
import type { EventType } from '../../events/index.ts';
import { stampNow } from '../../evidence/changes/index.ts';
import { Failure } from '../../foundation/failure.ts';
import {
  ENDPOINT_PREFIX,
  type Endpoint,
  type EndpointDeps,
  type EndpointOwner,
  findEndpoint,
  recordEndpointChange,
  requireSecretBox,
  requireValidUrl,
  typesToStore,
} from './endpoint.ts';
import { secretBoundTo } from './sealing.ts';
import { newSecret, secretText } from './sign.ts';

/** The limit in one environment of a tenant. */
export const MAX_ENDPOINTS = 50;

export interface WantedEndpoint {
  url: string;
  description?: string;
  /** Default: all. */
  types?: readonly EventType[];
}

/** An endpoint with its full secret, which is shown only when it is created. */
export interface EndpointWithSecret {
  endpoint: Endpoint;
  secret: string;
}

/** @throws {Failure} `invalid`; `conflict` if there are too many already; `unavailable`. */
export async function createEndpoint(
  deps: EndpointDeps,
  owner: EndpointOwner,
  { url, description, types }: WantedEndpoint,
): Promise<EndpointWithSecret> {
  requireValidUrl(deps, owner.environment, url);
  const box = requireSecretBox(deps);
  const { db } = deps;
  const { chain } = owner;
  const stamp = stampNow(deps);
  const endpointId = deps.ids.random(ENDPOINT_PREFIX);
  const secret = newSecret(deps.fillRandom);
  const row = {
    chain,
    endpoint_id: endpointId,
    url,
    description: description ?? null,
    types: typesToStore(types),
    secret: box.seal(secret, secretBoundTo(chain, endpointId)),
    created_at: stamp.at,
    created_by: owner.party,
  };
  // Appends to a chain are sequential, so no two of them see the same last free place.
  const last = db
    .selectFrom('webhook_endpoints')
    .select('endpoint_id')
    .where('chain', '=', chain)
    .limit(1)
    .offset(MAX_ENDPOINTS - 1);
  const made = await recordEndpointChange(deps, owner, {
    action: 'webhook.create',
    endpoint: row,
    more: { types: row.types === null ? null : JSON.parse(row.types) },
    hidden: { url, description: row.description, secret: row.secret },
    stamp,
    statements: [bound(last, 0), bound(db.insertInto('webhook_endpoints').values(row), 1)],
  });
  if (!made) {
    throw new Failure(
      'conflict',
      `There are already ${MAX_ENDPOINTS} webhook endpoints, which is the limit.`,
      { conflict: 'too_many_webhooks' },
    );
  }
  return { endpoint: await findEndpoint(db, chain, endpointId), secret: secretText(secret) };
}
