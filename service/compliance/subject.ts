/** The tenant and environment whose evidence is checked. */
import type { Database } from '../database/open.ts';
import type { Environment, Tier } from '../tenants/index.ts';

export interface Subject {
  chain: number;
  tenantId: string;
  /** The operator's name for the tenant. */
  name: string;
  tier: Tier;
  environment: Environment;
}

export async function subjectOf(db: Database, chain: number): Promise<Subject> {
  const row = await db
    .selectFrom('chains')
    .innerJoin('tenants', 'tenants.tenant_id', 'chains.tenant_id')
    .select(['tenants.tenant_id', 'tenants.name', 'tenants.tier', 'chains.environment'])
    .where('chains.chain', '=', chain)
    .executeTakeFirstOrThrow();
  const { tenant_id: tenantId, name } = row;
  return {
    chain,
    tenantId,
    name,
    tier: row.tier as Tier,
    environment: row.environment as Environment,
  };
}
