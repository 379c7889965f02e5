/** Tenants in the database, each with its two chains from the first moment. */
import { GENESIS_HASH } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { Database } from '../database/open.ts';
import type { TenantsTable } from '../database/tables/index.ts';
import type { Clock } from '../foundation/clock.ts';
import { Failure } from '../foundation/failure.ts';
import type { IdSource } from '../foundation/ids.ts';
import {
  DEFAULT_PLAN,
  ENVIRONMENTS,
  type Environment,
  isTenantName,
  type Plan,
  type Tenant,
  type Tier,
} from './tenant.ts';

export interface TenantDeps {
  db: Database;
  clock: Clock;
  ids: IdSource;
}

/**
 * @returns the stored tenant, which another process may have created first.
 * @throws {Failure} `invalid` if the name does not have the allowed form.
 */
export async function ensureTenant(
  { db, clock, ids }: TenantDeps,
  name: string,
  tier: Tier,
  contact: string | null = null,
  demo: 'filling' | null = null,
): Promise<Tenant> {
  refuseStrangeName(name);
  await db.transaction().execute(async (tx) => {
    const tenant_id = ids.random('ten');
    const nowMs = clock.now();
    const row = { tenant_id, name, tier, plan: DEFAULT_PLAN[tier], contact, created_at: nowMs, demo };
    const inserted = await tx
      .insertInto('tenants')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows !== 1n) return;
    const heads = ENVIRONMENTS.map((environment) => ({
      chain: ids.number48(),
      tenant_id,
      environment,
      size: 0,
      head_hash: GENESIS_HASH,
    }));
    await tx.insertInto('chains').values(heads).execute();
    await tx.insertInto('tenant_tiers').values({ tenant_id, set_at: nowMs, tier }).execute();
  });
  return findTenant(db, name);
}

/** @throws {Failure} `conflict` if the name is taken; `invalid` if it does not have the allowed form. */
export async function createTenant(
  deps: TenantDeps,
  name: string,
  tier: Tier,
  contact: string | null = null,
): Promise<Tenant> {
  refuseStrangeName(name);
  const taken = await deps.db
    .selectFrom('tenants')
    .select('name')
    .where('name', '=', name)
    .executeTakeFirst();
  if (taken !== undefined)
    throw new Failure('conflict', `There is a tenant named ${name} already.`, { conflict: 'tenant_exists' });
  return ensureTenant(deps, name, tier, contact);
}

/** @throws {Failure} `not_found` */
export async function findTenant(db: Database, name: string): Promise<Tenant> {
  const row = await db.selectFrom('tenants').selectAll().where('name', '=', name).executeTakeFirst();
  if (row === undefined) throw new Failure('not_found', `There is no tenant named ${name}.`);
  return toTenant(row);
}

/** @throws {Error} if there is no such tenant. */
export async function tenantOf(db: Database, tenantId: string): Promise<Tenant> {
  const row = await db
    .selectFrom('tenants')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return toTenant(row);
}

/** Oldest first. */
export async function listTenants(db: Database): Promise<Tenant[]> {
  const rows = await db.selectFrom('tenants').selectAll().orderBy('created_at').orderBy('name').execute();
  return rows.map(toTenant);
}

/** Changes anything except the tier, which has a history. @throws {Failure} `not_found` */
export async function changeTenant(
  db: Database,
  name: string,
  change: { plan: Plan } | { contact: string | null } | { hardLimit: boolean },
): Promise<Tenant> {
  const row = 'hardLimit' in change ? { hard_limit: Number(change.hardLimit) } : change;
  await db.updateTable('tenants').set(row).where('name', '=', name).execute();
  return findTenant(db, name);
}

/** @throws {Error} if the tenant does not exist: every tenant has both chains. */
export async function chainOf(db: Database, tenantId: string, environment: Environment): Promise<number> {
  const row = await db
    .selectFrom('chains')
    .select('chain')
    .where('tenant_id', '=', tenantId)
    .where('environment', '=', environment)
    .executeTakeFirstOrThrow();
  return row.chain;
}

/** @throws {Error} if there is no such chain. */
export async function environmentOf(db: Database, chain: number): Promise<Environment> {
  return (await ownerOf(db, chain)).environment;
}

/** @throws {Error} if there is no such chain. */
export async function ownerOf(
  db: Database,
  chain: number,
): Promise<{ tenantId: string; environment: Environment }> {
  const row = await db
    .selectFrom('chains')
    .select(['tenant_id', 'environment'])
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow();
  return { tenantId: row.tenant_id, environment: row.environment as Environment };
}

function refuseStrangeName(name: string): void {
  if (isTenantName(name)) return;
  const message =
    'A tenant name has 1 to 63 lower-case letters, digits and dashes, and begins with a letter or digit';
  throw Failure.invalid([{ field: ['name'], message, type: 'string_pattern_mismatch' }]);
}

function toTenant(row: Selectable<TenantsTable>): Tenant {
  return {
    tenantId: row.tenant_id,
    name: row.name,
    tier: row.tier as Tier,
    plan: row.plan as Plan,
    contact: row.contact,
    hardLimit: row.hard_limit === 1,
    createdAt: row.created_at,
    demo: row.demo as Tenant['demo'],
  };
}
