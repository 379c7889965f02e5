/** A tenant's allowances and prices for a month, by the tier that holds in it and by the agreed terms. */
import type { Database } from '../../database/open.ts';
import { eachMeter, METER, type Meter } from '../../foundation/meters.ts';
import { startOfMonth } from '../../foundation/month.ts';
import type { Principal } from '../../keys/index.ts';
import { type Tier, tierDuring } from '../../tenants/index.ts';
import { type Agreed, readAgreed } from './agreed.ts';
import { ALLOWANCES, BASE_MICRO_USD, PLAN_LIMITS, type PlanLimits } from './prices.ts';

export interface Allowances {
  tier: Tier;
  /** Counts; storage in bytes. null: no limit. */
  allowances: Record<Meter, number | null>;
  /** Whether it stops at its allowances; otherwise it continues and is charged. */
  stops: boolean;
  /** Whether it was set to stop although its tier allows overage. */
  hardLimit: boolean;
}

/** The prices of a month, micro-USD. */
export interface Terms extends Omit<Allowances, 'stops' | 'hardLimit'> {
  /** The price of one unit beyond the allowance; for storage, of one GB. */
  ratesMicroUsd: Record<Meter, number>;
  baseMicroUsd: number;
  perUserMicroUsd: number;
}

/**
 * One query of a few rows, by primary keys.
 * @param month in UTC: year × 12 + month.
 * @throws {Error} if there is no such tenant.
 */
export async function allowancesOf(db: Database, tenantId: string, month: number): Promise<Allowances> {
  const { tierIn, agreed, hardLimit } = await readTiers(db, tenantId);
  const tier = tierIn(month);
  return { tier, allowances: allowancesBy(tier, agreed), stops: tier === 'free' || hardLimit, hardLimit };
}

/** @returns the current terms of any month. @throws {Error} if there is no such tenant. */
export async function termsOf(db: Database, tenantId: string): Promise<(month: number) => Terms> {
  const { tierIn, agreed } = await readTiers(db, tenantId);
  return (month) => termsFor(tierIn(month), agreed);
}

export function termsFor(tier: Tier, agreed: Agreed): Terms {
  const base = BASE_MICRO_USD[tier] ?? { month: agreed.baseMicroUsd, perUser: 0 };
  return {
    tier,
    allowances: allowancesBy(tier, agreed),
    ratesMicroUsd: eachMeter((meter) => rateBy(tier, agreed, meter)),
    baseMicroUsd: base.month,
    perUserMicroUsd: base.perUser,
  };
}

function allowancesBy(tier: Tier, agreed: Agreed): Allowances['allowances'] {
  const published = ALLOWANCES[tier];
  return tier === 'enterprise' ? { ...published, ...agreed.allowances } : { ...published };
}

/** Free stops at its allowances, so usage that slips past them costs nothing. */
function rateBy(tier: Tier, agreed: Agreed, meter: Meter): number {
  if (tier === 'free') return 0;
  return tier === 'enterprise' ? (agreed.ratesMicroUsd[meter] ?? 0) : METER[meter].rateMicroUsd;
}

async function readTiers(db: Database, tenantId: string) {
  const rows = await db
    .selectFrom('tenants')
    .leftJoin('tenant_tiers', 'tenant_tiers.tenant_id', 'tenants.tenant_id')
    .select(['tenants.tier', 'hard_limit', 'agreed', 'set_at', 'tenant_tiers.tier as tier_set'])
    .where('tenants.tenant_id', '=', tenantId)
    .orderBy('set_at')
    .execute();
  const [tenant] = rows;
  if (tenant === undefined) throw new Error('there is no such tenant');
  const changes = rows.flatMap(({ set_at, tier_set }) =>
    set_at === null ? [] : [{ setAt: set_at, tier: tier_set as Tier }],
  );
  const tierIn = (month: number): Tier =>
    tierDuring(changes, { from: startOfMonth(month), to: startOfMonth(month + 1) }) ?? (tenant.tier as Tier);
  return { tierIn, agreed: readAgreed(tenant.agreed), hardLimit: tenant.hard_limit === 1 };
}

const knownLimits = new WeakMap<Principal, PlanLimits>();

/**
 * The rate limits of a plan; for Enterprise, the agreed ones. Computed once per principal: principals are renewed every
 * second.
 */
export function limitsOf(principal: Principal): PlanLimits {
  const before = knownLimits.get(principal);
  if (before !== undefined) return before;
  const limits = readLimits(principal);
  knownLimits.set(principal, limits);
  return limits;
}

function readLimits({ plan, agreed }: Principal): PlanLimits {
  if (plan !== 'enterprise' || agreed === null) return PLAN_LIMITS[plan];
  const { evaluationsPerSecond, evidencePerDay } = readAgreed(agreed);
  return { evaluationsPerSecond, evidencePerDay };
}
