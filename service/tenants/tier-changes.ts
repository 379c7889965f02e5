/**
 * The history of a tenant's tier. Changes are only appended, in the order in which they were made, even if
 * the clock was set back in between, so no change affects the past.
 */
import type { Database } from '../database/open.ts';
import type { Clock } from '../foundation/clock.ts';
import { findTenant } from './store.ts';
import { type Tenant, TIERS, type Tier } from './tenant.ts';

export interface TierChange {
  /** ms since the epoch. */
  setAt: number;
  tier: Tier;
}

/**
 * Puts the tenant on a tier. The plan does not change.
 * @throws {Failure} `not_found`
 */
export async function setTier(
  { db, clock }: { db: Database; clock: Clock },
  name: string,
  tier: Tier,
): Promise<Tenant> {
  await db.transaction().execute(async (tx) => {
    // The first statement locks the tenant, so that its changes run one after another.
    await tx.updateTable('tenants').set({ tier }).where('name', '=', name).execute();
    const { tenantId: tenant_id } = await findTenant(tx, name);
    const last = await tx
      .selectFrom('tenant_tiers')
      .select(['set_at', 'tier'])
      .where('tenant_id', '=', tenant_id)
      .orderBy('set_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (last?.tier === tier) return;
    const set_at = Math.max(clock.now(), (last?.set_at ?? 0) + 1);
    await tx.insertInto('tenant_tiers').values({ tenant_id, set_at, tier }).execute();
  });
  return findTenant(db, name);
}

/** Oldest first. */
export async function tierChanges(db: Database, tenantId: string): Promise<TierChange[]> {
  const rows = await db
    .selectFrom('tenant_tiers')
    .select(['set_at', 'tier'])
    .where('tenant_id', '=', tenantId)
    .orderBy('set_at')
    .execute();
  return rows.map(({ set_at, tier }) => ({ setAt: set_at, tier: tier as Tier }));
}

/**
 * The tier that applies to a whole period: the highest in force at any moment of it. A raised tier applies at
 * once, and a lowered one from the next period on.
 * @param changes oldest first. The first of them also applies before its time.
 * @param period from its first moment to that of the next one, ms since the epoch.
 */
export function tierDuring(
  changes: readonly TierChange[],
  { from, to }: { from: number; to: number },
): Tier | undefined {
  const before = changes.findLast(({ setAt }) => setAt <= from) ?? changes[0];
  const within = changes.filter(({ setAt }) => setAt > from && setAt < to);
  const inForce = [before, ...within].flatMap((change) => change?.tier ?? []);
  return TIERS.findLast((tier) => inForce.includes(tier));
}
