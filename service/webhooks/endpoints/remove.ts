/** Deletes an endpoint and its log of deliveries. */
import { bound } from '../../database/evidence/append-store.ts';
import { unlessUnavailable } from '../../foundation/failure.ts';
import {
  type EndpointDeps,
  type EndpointOwner,
  findEndpoint,
  noSuchEndpoint,
  recordEndpointChange,
} from './endpoint.ts';
import { forgetDeliveries, lockedEventHead } from './settle.ts';

/** @throws {Failure} `not_found`, also if it was deleted before; `unavailable`. */
export async function deleteEndpoint(
  deps: EndpointDeps,
  owner: EndpointOwner,
  endpointId: string,
): Promise<void> {
  const { db } = deps;
  const { chain } = owner;
  const endpoint = await findEndpoint(db, chain, endpointId);
  const deletion = db
    .deleteFrom('webhook_endpoints')
    .where('chain', '=', chain)
    .where('endpoint_id', '=', endpointId);
  const done = await recordEndpointChange(deps, owner, {
    action: 'webhook.delete',
    endpoint,
    statements: [lockedEventHead(db, chain), bound(deletion, 1)],
  });
  if (!done) throw noSuchEndpoint();
  // The log is not shown without its endpoint; the chore that forgets events removes the rest.
  await forgetDeliveries(db, chain, endpointId).catch(unlessUnavailable);
}
