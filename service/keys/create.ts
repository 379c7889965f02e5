/**
 * Creates a key, and the evidence that it was created, in one transaction. A key never grants a scope that its maker lacks.
 */
import { type BoundStatement, bound } from '../database/evidence/append-store.ts';
import type { Database } from '../database/open.ts';
import { type ChangeDeps, OPERATOR, recordChange, stampNow } from '../evidence/changes/index.ts';
import { DAY_MS, isoOrNull } from '../foundation/clock.ts';
import { Failure } from '../foundation/failure.ts';
import type { FillRandom } from '../foundation/ids.ts';
import { chainOf, type Environment, type Tier } from '../tenants/index.ts';
import {
  type ApiKey,
  DEFAULT_LIFETIME_DAYS,
  DEFAULT_SCOPES,
  fingerprintOf,
  GRANTED_BY_OWNERS,
  hashSecret,
  maskSecret,
  newSecret,
  type Principal,
  SCOPES,
  SCOPES_OF_AGENTS,
  type Scope,
  shownSecret,
} from './key.ts';
import { stillMay } from './maker.ts';

export interface KeyDeps extends ChangeDeps {
  db: Database;
  fillRandom: FillRandom;
}

export interface KeyRequest {
  name: string;
  environment: Environment;
  /** The agent that the key belongs to: its requests are of that agent. */
  agentId?: string;
  /** Default: all except the one that only an owner grants, and for an agent's key `keys:manage`. */
  scopes?: readonly Scope[];
  /** Default 90. null: the key does not expire, which needs the enterprise tier. */
  expiresInDays?: number | null;
  /** A secret that the operator chose for an unattended installation; otherwise one is generated. */
  secret?: string;
  /** Create the key only if the tenant has none in this environment yet. */
  onlyIfFirst?: boolean;
}

export interface CreatedKey {
  key: ApiKey;
  /** The full secret, returned only here. */
  secret: string;
}

/**
 * @param maker the key or member that asks, or null for the operator.
 * @returns null only with `onlyIfFirst`, if a key exists already.
 * @throws {Failure} `forbidden` if the key would grant a scope that its maker lacks; `invalid` also for an agent's key
 * that could make credentials.
 */
export async function createKey(
  deps: KeyDeps,
  owner: { tenantId: string; tier: Tier },
  maker: Principal | null,
  request: KeyRequest,
): Promise<CreatedKey | null> {
  const { agentId = null, scopes: wanted = agentId === null ? DEFAULT_SCOPES : SCOPES_OF_AGENTS } = request;
  const scopes = SCOPES.filter((scope) => wanted.includes(scope));
  if (agentId !== null) refuseMoreThanAgentsHave(scopes);
  if (maker !== null) refuseMoreThanMakerHas(maker, request.environment, scopes);
  const stamp = stampNow(deps);
  const createdAt = stamp.at;
  const secret = request.secret ?? newSecret(deps.fillRandom);
  const key: ApiKey = {
    tenantId: owner.tenantId,
    keyId: deps.ids.random('key'),
    environment: request.environment,
    name: request.name,
    ...shownSecret(maskSecret(secret)),
    scopes,
    agentId,
    madeBy: maker?.party ?? OPERATOR,
    createdAt,
    expiresAt: expiryOf(createdAt, request.expiresInDays, owner.tier),
    revokedAt: null,
    lastUsedAt: null,
  };
  const chain = await chainOf(deps.db, owner.tenantId, request.environment);
  const result = await recordChange(deps, {
    chain,
    stamp,
    action: 'key.create',
    actor: maker ?? OPERATOR,
    change: {
      made_by: key.madeBy,
      key_id: key.keyId,
      name: key.name,
      environment: key.environment,
      scopes,
      ...(agentId !== null && { agent_id: agentId }),
      expires_at: isoOrNull(key.expiresAt),
      secret_fingerprint: fingerprintOf(Buffer.from(hashSecret(secret), 'hex')),
    },
    statements: [
      ...(maker === null ? [] : [stillMay(deps.db, maker)]),
      ...insertion(deps.db, key, secret, request.onlyIfFirst ?? false),
    ],
  });
  if (result.kind === 'appended') return { key, secret };
  if (maker === null) return null;
  throw new Failure('forbidden', 'Your role or your key has changed meanwhile: ask again.');
}

function refuseMoreThanMakerHas(maker: Principal, environment: Environment, scopes: readonly Scope[]): void {
  if (maker.environment === 'sandbox' && environment === 'production') {
    throw new Failure('forbidden', 'A sandbox key cannot create a production key.');
  }
  const lacking = scopes.filter((scope) => !maker.scopes.has(scope));
  if (lacking.length > 0) {
    const who = maker.member === null ? 'This API key' : `Your role, ${maker.member.role},`;
    throw new Failure('forbidden', `${who} cannot grant scopes it lacks: ${lacking.join(', ')}.`);
  }
  const owned = scopes.find((scope) => GRANTED_BY_OWNERS.includes(scope));
  if (owned !== undefined && maker.member?.role !== 'owner') {
    throw new Failure('forbidden', `Only an owner makes a key with the scope ${owned}.`);
  }
}

/** @throws {Failure} `invalid` */
function refuseMoreThanAgentsHave(scopes: readonly Scope[]): void {
  const refused = scopes.filter((scope) => !SCOPES_OF_AGENTS.includes(scope));
  if (refused.length === 0) return;
  const message = `A key that belongs to an agent can't have ${refused.join(' or ')}`;
  throw Failure.invalid([{ field: ['scopes'], message, type: 'value_error' }]);
}

function expiryOf(createdAt: number, days: number | null | undefined, tier: Tier): number | null {
  if (days !== null) return createdAt + (days ?? DEFAULT_LIFETIME_DAYS) * DAY_MS;
  if (tier === 'enterprise') return null;
  const message = 'Keys that do not expire are for the enterprise tier';
  throw Failure.invalid([{ field: ['expires_in_days'], message, type: 'value_error' }]);
}

function insertion(db: Database, key: ApiKey, secret: string, onlyIfFirst: boolean): BoundStatement[] {
  const row = {
    tenant_id: key.tenantId,
    key_id: key.keyId,
    environment: key.environment,
    name: key.name,
    secret_hash: Buffer.from(hashSecret(secret), 'hex'),
    prefix: maskSecret(secret),
    made_by: key.madeBy,
    scopes: JSON.stringify(key.scopes),
    agent_id: key.agentId,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
  };
  const insert = bound(db.insertInto('api_keys').values(row), 1);
  return onlyIfFirst ? [bound(keysOf(db, key), 0), insert] : [insert];
}

function keysOf(db: Database, { tenantId, environment }: ApiKey) {
  return db
    .selectFrom('api_keys')
    .select('key_id')
    .where('tenant_id', '=', tenantId)
    .where('environment', '=', environment);
}
