/** Reads and writes keys in the database. */
import type { Selectable } from 'kysely';
import type { Database } from '../database/open.ts';
import type { ApiKeysTable } from '../database/tables/index.ts';
import { isId } from '../foundation/ids.ts';
import type { Environment, Plan, Tier } from '../tenants/index.ts';
import { type ApiKey, type Scope, shownSecret } from './key.ts';

/** A key for authentication: with its chain, its tenant's tier and limits, and its hash. */
export interface StoredKey {
  key: ApiKey;
  tier: Tier;
  plan: Plan;
  agreed: string | null;
  chain: number;
}

export async function findKeyBySecretHash(db: Database, secretHash: Uint8Array): Promise<StoredKey | null> {
  const row = await db
    .selectFrom('api_keys')
    .innerJoin('tenants', 'tenants.tenant_id', 'api_keys.tenant_id')
    .innerJoin('chains', (join) =>
      join
        .onRef('chains.tenant_id', '=', 'api_keys.tenant_id')
        .onRef('chains.environment', '=', 'api_keys.environment'),
    )
    .selectAll('api_keys')
    .select(['tenants.tier', 'tenants.plan', 'tenants.agreed', 'chains.chain'])
    .where('api_keys.secret_hash', '=', secretHash)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { plan, agreed, chain } = row;
  return { key: toApiKey(row), tier: row.tier as Tier, plan: plan as Plan, agreed, chain };
}

/** Rows per query: a tenant may have any number of keys, and a large result would delay every request. */
const READ_AT_ONCE = 500;

/** Newest first, in both environments, including revoked and expired keys. */
export async function* keysOf(db: Database, tenantId: string): AsyncGenerator<ApiKey> {
  const newest = db
    .selectFrom('api_keys')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('created_at', 'desc')
    .orderBy('key_id', 'desc')
    .limit(READ_AT_ONCE);
  for (let page = newest; ; ) {
    const rows = await page.execute();
    yield* rows.map(toApiKey);
    const last = rows.at(-1);
    if (last === undefined || rows.length < READ_AT_ONCE) return;
    const { created_at, key_id } = last;
    page = newest.where((row) =>
      row.or([
        row('created_at', '<', created_at),
        row.and([row('created_at', '=', created_at), row('key_id', '<', key_id)]),
      ]),
    );
  }
}

/** All keys at once, for a process that serves no requests. */
export async function listKeys(db: Database, tenantId: string): Promise<ApiKey[]> {
  const keys: ApiKey[] = [];
  for await (const key of keysOf(db, tenantId)) keys.push(key);
  return keys;
}

export async function findKey(db: Database, tenantId: string, keyId: string): Promise<ApiKey | null> {
  if (!isId('key', keyId)) return null;
  const row = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('key_id', '=', keyId)
    .executeTakeFirst();
  return row === undefined ? null : toApiKey(row);
}

function toApiKey(row: Selectable<ApiKeysTable>): ApiKey {
  return {
    tenantId: row.tenant_id,
    keyId: row.key_id,
    environment: row.environment as Environment,
    name: row.name,
    ...shownSecret(row.prefix),
    madeBy: row.made_by,
    scopes: JSON.parse(row.scopes) as Scope[],
    agentId: row.agent_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  };
}
