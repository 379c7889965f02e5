/**
 * An endpoint: the address that events of one tenant and environment are sent to. Its secret is shown only in the
 * answer that creates it. Its address may contain a token, so only the host is logged and put into evidence.
 */
import type { JsonObject } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { BoundStatement } from '../../database/evidence/append-store.ts';
import type { Database } from '../../database/open.ts';
import type { WebhookEndpointsTable } from '../../database/tables/event.ts';
import { EVENT_TYPES, type EventType } from '../../events/index.ts';
import {
  type ChangeDeps,
  type Digest,
  digests,
  recordChange,
  type Stamp,
  stampNow,
} from '../../evidence/changes/index.ts';
import { Failure, type Fault } from '../../foundation/failure.ts';
import { type FillRandom, isId } from '../../foundation/ids.ts';
import type { Principal } from '../../keys/index.ts';
import type { Environment } from '../../tenants/index.ts';
import type { SecretBox } from './secret-box.ts';
import { urlFault } from './url.ts';

export const ENDPOINT_PREFIX = 'whe';

const SHOWN = [
  'endpoint_id',
  'url',
  'description',
  'types',
  'created_at',
  'disabled_at',
  'disabled_reason',
  'failing_since',
  'previous_until',
] as const;

/** An endpoint without its secrets. Times are ms since the epoch. */
export interface Endpoint
  extends Omit<Pick<Selectable<WebhookEndpointsTable>, (typeof SHOWN)[number]>, 'types'> {
  /** null: all of them. */
  types: EventType[] | null;
}

export interface EndpointDeps extends ChangeDeps {
  db: Database;
  fillRandom: FillRandom;
  /** null if the secrets are encrypted under a key that this node does not have. */
  secretBox: SecretBox | null;
  config: { webhooks: { allowNetworks: readonly string[] } };
}

/** The key that manages the endpoint, and the chain that it belongs to. */
export type EndpointOwner = Pick<Principal, 'chain' | 'party' | 'environment'>;

/** @throws {Failure} `not_found`, also for another tenant's or environment's. */
export async function findEndpoint(db: Database, chain: number, endpointId: string): Promise<Endpoint> {
  const row = isId(ENDPOINT_PREFIX, endpointId)
    ? await ofChain(db, chain).where('endpoint_id', '=', endpointId).executeTakeFirst()
    : undefined;
  if (row === undefined) throw noSuchEndpoint();
  return toEndpoint(row);
}

/** Oldest first. There are few, so this is not paged. */
export async function listEndpoints(db: Database, chain: number): Promise<Endpoint[]> {
  const rows = await ofChain(db, chain).orderBy('created_at').orderBy('endpoint_id').execute();
  return rows.map(toEndpoint);
}

function ofChain(db: Database, chain: number) {
  return db.selectFrom('webhook_endpoints').select(SHOWN).where('chain', '=', chain);
}

function toEndpoint(row: Pick<Selectable<WebhookEndpointsTable>, (typeof SHOWN)[number]>): Endpoint {
  return { ...row, types: row.types === null ? null : JSON.parse(row.types) };
}

/** The event types in the published order, each once; null for all. */
export function typesToStore(types: readonly EventType[] | null | undefined): string | null {
  return types == null ? null : JSON.stringify(EVENT_TYPES.filter((type) => types.includes(type)));
}

/** The faults of an address as typed: at most one. */
export function faultsOfUrl(
  { config }: Pick<EndpointDeps, 'config'>,
  environment: Environment,
  url: string,
): Fault[] {
  const message = urlFault(url, environment, config.webhooks.allowNetworks);
  return message === null ? [] : [{ field: ['url'], message, type: 'value_error' }];
}

/** @throws {Failure} `invalid`. */
export function requireValidUrl(
  deps: Pick<EndpointDeps, 'config'>,
  environment: Environment,
  url: string,
): void {
  const faults = faultsOfUrl(deps, environment, url);
  if (faults.length > 0) throw Failure.invalid(faults);
}

/** @throws {Failure} `unavailable` if there is none. */
export function requireSecretBox({ secretBox }: Pick<EndpointDeps, 'secretBox'>): SecretBox {
  if (secretBox !== null) return secretBox;
  const why = 'The secrets of webhooks are encrypted under a key that this node does not have.';
  throw new Failure('unavailable', why, { details: { retryAfterSeconds: RETRY_AFTER_SECONDS } });
}

/** The operator may have set the right key by then. */
const RETRY_AFTER_SECONDS = 60;

export interface EndpointChange {
  action: `webhook.${'create' | 'change' | 'delete' | 'rotate_secret' | 'enable' | 'disable'}`;
  endpoint: Pick<Endpoint, 'endpoint_id' | 'url'>;
  /** Further members of the artifact. */
  more?: JsonObject;
  /** Columns of the change that evidence must not show; they are recorded as digests. */
  hidden?: HiddenColumns;
  /** The id and time of the artifact, if the change states them. */
  stamp?: Stamp;
  statements: BoundStatement[];
}

/** The columns of an endpoint that evidence must not show: an address may contain a token. */
export type HiddenColumns = Partial<
  Pick<Selectable<WebhookEndpointsTable>, 'url' | 'description' | 'secret'>
>;

/** Digests by which truth verification checks the columns. */
export function digestsOf(digest: Digest, endpointId: string, hidden: HiddenColumns): JsonObject {
  const stated = Object.entries(hidden).map(([column, value]) => {
    const held = value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
    return [column, digest({ endpoint_id: endpointId, column, held })];
  });
  return Object.fromEntries(stated);
}

/**
 * Makes a change durable together with its evidence.
 * @returns false if a statement did not change the expected rows; nothing has changed then.
 */
export async function recordEndpointChange(
  deps: Pick<EndpointDeps, keyof ChangeDeps | 'db' | 'fillRandom'>,
  { chain, party }: Pick<EndpointOwner, 'chain' | 'party'>,
  { action, endpoint, more, hidden, stamp = stampNow(deps), statements }: EndpointChange,
): Promise<boolean> {
  const { endpoint_id, url } = endpoint;
  const change: JsonObject = { endpoint_id, host: new URL(url).host, ...more };
  if (hidden !== undefined && Object.keys(hidden).length > 0) {
    change.digests = digestsOf(await digests(deps.db, deps.fillRandom), endpoint_id, hidden);
  }
  const result = await recordChange(deps, { chain, stamp, action, actor: party, change, statements });
  return result.kind === 'appended';
}

export function noSuchEndpoint(): Failure {
  return new Failure('not_found', 'There is no such webhook endpoint.');
}

export function isDisabled(): Failure {
  return new Failure('conflict', 'The webhook endpoint is disabled.', { conflict: 'webhook_disabled' });
}
