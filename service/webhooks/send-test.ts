/** Sends an endpoint an event that tells of nothing: written like any other, it takes the very same path. */
import { eventOf, TEST_EVENT, writeEvent } from '../events/index.ts';
import { type EndpointDeps, findEndpoint, isDisabled } from './endpoint.ts';

/**
 * @returns the id of the event.
 * @throws {Failure} `not_found`; `conflict` where the endpoint is disabled.
 */
export async function sendTest(
  { db, ids, clock }: Pick<EndpointDeps, 'db' | 'ids' | 'clock'>,
  chain: number,
  endpointId: string,
): Promise<string> {
  const endpoint = await findEndpoint(db, chain, endpointId);
  if (endpoint.disabled_at !== null) throw isDisabled();
  const data = { endpoint_id: endpointId };
  const event = eventOf(ids, { chain, type: TEST_EVENT, data, at: clock.now(), endpointId });
  await writeEvent(db, event);
  return event.event_id;
}
