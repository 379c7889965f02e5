/** Changes the address and the events of an endpoint. A change to the same values is not recorded. */
import type { JsonObject } from '@assize/evidence-format';
import { bound } from '../../database/evidence/append-store.ts';
import type { EventType } from '../../events/index.ts';
import {
  type Endpoint,
  type EndpointDeps,
  type EndpointOwner,
  findEndpoint,
  noSuchEndpoint,
  recordEndpointChange,
  requireValidUrl,
  typesToStore,
} from './endpoint.ts';
import { updateEndpoint } from './row.ts';

/** Missing members stay as they are. */
export interface WantedChange {
  url?: string;
  /** null: none. */
  description?: string | null;
  /** null: all. */
  types?: readonly EventType[] | null;
}

/** @throws {Failure} `not_found`; `invalid`; `unavailable`. */
export async function changeEndpoint(
  deps: EndpointDeps,
  owner: EndpointOwner,
  endpointId: string,
  wanted: WantedChange,
): Promise<Endpoint> {
  const { db } = deps;
  const { chain } = owner;
  if (wanted.url !== undefined) requireValidUrl(deps, owner.environment, wanted.url);
  const endpoint = await findEndpoint(db, chain, endpointId);
  const set = differing(endpoint, wanted);
  const { types, ...hidden } = set;
  const changed = Object.keys(set);
  if (changed.length === 0) return endpoint;
  const update = updateEndpoint(db, chain, endpointId).set(set);
  const more: JsonObject = { changed };
  if (types !== undefined) more.types = types === null ? null : JSON.parse(types);
  const done = await recordEndpointChange(deps, owner, {
    action: 'webhook.change',
    endpoint: { ...endpoint, url: set.url ?? endpoint.url },
    more,
    hidden,
    statements: [bound(update, 1)],
  });
  if (!done) throw noSuchEndpoint();
  return findEndpoint(db, chain, endpointId);
}

interface ChangedColumns {
  url?: string;
  description?: string | null;
  types?: string | null;
}

function differing(endpoint: Endpoint, { url, description, types }: WantedChange): ChangedColumns {
  const changed: ChangedColumns = {};
  if (url !== undefined && url !== endpoint.url) changed.url = url;
  if (description !== undefined && description !== endpoint.description) changed.description = description;
  if (types !== undefined && typesToStore(types) !== typesToStore(endpoint.types)) {
    changed.types = typesToStore(types);
  }
  return changed;
}
