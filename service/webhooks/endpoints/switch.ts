/**
 * Disables and enables an endpoint. Disabling gives up its pending deliveries, so that no old event is sent
 * unexpectedly once it is enabled again; they can be replayed. Doing either twice changes nothing.
 */
import { sql } from 'kysely';
import { bound } from '../../database/evidence/append-store.ts';
import { stampNow } from '../../evidence/changes/index.ts';
import { unlessUnavailable } from '../../foundation/failure.ts';
import { retryOvertaken } from '../../foundation/retry.ts';
import {
  type Endpoint,
  type EndpointDeps,
  type EndpointOwner,
  findEndpoint,
  recordEndpointChange,
} from './endpoint.ts';
import { deliveriesOf, updateEndpoint } from './row.ts';
import { lockedEventHead, settlePending } from './settle.ts';

/** An attempt fails only because of a concurrent switch, and those are rare. */
const MAX_ATTEMPTS = 20;

/** @throws {Failure} `not_found`; `unavailable`. */
export async function disableEndpoint(
  deps: EndpointDeps,
  owner: EndpointOwner,
  endpointId: string,
): Promise<Endpoint> {
  const { db } = deps;
  const { chain } = owner;
  const endpoint = await findEndpoint(db, chain, endpointId);
  const stamp = stampNow(deps);
  if (endpoint.disabled_at === null) {
    const update = updateEndpoint(db, chain, endpointId)
      // Due at once: if this process dies here, the sending node gives up the rest.
      .set({
        disabled_at: stamp.at,
        disabled_reason: 'asked',
        disabled_evidence_id: stamp.id,
        due_at: stamp.at,
      })
      .where('disabled_at', 'is', null);
    // If another switch overtook this one, the endpoint is disabled all the same.
    await recordEndpointChange(deps, owner, {
      action: 'webhook.disable',
      endpoint,
      stamp,
      statements: [lockedEventHead(db, chain), bound(update, 1)],
    });
  }
  // The endpoint stays disabled even if this fails.
  await settlePending(db, chain, endpointId, stamp.at).catch(unlessUnavailable);
  return findEndpoint(db, chain, endpointId);
}

/** @throws {Failure} `not_found`; `unavailable`. */
export function enableEndpoint(
  deps: EndpointDeps,
  owner: EndpointOwner,
  endpointId: string,
): Promise<Endpoint> {
  const { db } = deps;
  const { chain } = owner;
  return retryOvertaken(endpointId, MAX_ATTEMPTS, async () => {
    const endpoint = await findEndpoint(db, chain, endpointId);
    if (endpoint.disabled_at === null) return endpoint;
    const stamp = stampNow(deps);
    await settlePending(db, chain, endpointId, stamp.at);
    const pending = deliveriesOf(db, chain, endpointId)
      .select('position')
      .where('status', '=', sql.lit('pending' as const))
      .limit(1);
    const update = updateEndpoint(db, chain, endpointId)
      // Due at once, so that the sending node looks for pending deliveries.
      .set({
        disabled_at: null,
        disabled_reason: null,
        disabled_evidence_id: null,
        failing_since: null,
        due_at: stamp.at,
      })
      .where('disabled_at', 'is not', null);
    await recordEndpointChange(deps, owner, {
      action: 'webhook.enable',
      endpoint,
      stamp,
      statements: [bound(update, 1), bound(pending, 0)],
    });
    return undefined;
  });
}
