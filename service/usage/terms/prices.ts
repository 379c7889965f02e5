/**
 * The published terms of tiers and plans: the price and allowances of a month, and the rate limits. Allowances and prices of a
 * meter stand in the list of meters. Money is integer micro-dollars; null: no limit.
 */
import { eachMeter, METER, type Meter } from '../../foundation/meters.ts';
import { MICRO_USD } from '../../foundation/money.ts';
import { type Plan, TIERS, type Tier } from '../../tenants/index.ts';

/** A month's allowance; for storage, in bytes. */
export const ALLOWANCES = Object.fromEntries(
  TIERS.map((tier) => [tier, eachMeter((meter) => METER[meter].allowances[tier])]),
) as Record<Tier, Record<Meter, number | null>>;

/** The price of a month, and of a month for each user; null: as agreed. */
export const BASE_MICRO_USD: Record<Tier, { month: number; perUser: number } | null> = {
  free: { month: 0, perUser: 0 },
  team: { month: 49 * MICRO_USD, perUser: 15 * MICRO_USD },
  business: { month: 299 * MICRO_USD, perUser: 25 * MICRO_USD },
  enterprise: null,
};

/** Given to a new account once; overage is paid from it first. */
export const CREDIT_MICRO_USD = 10 * MICRO_USD;

export interface PlanLimits {
  evaluationsPerSecond: number | null;
  evidencePerDay: number | null;
}

/** The limits on Surface B. */
export const PLAN_LIMITS: Record<Plan, PlanLimits> = {
  free: { evaluationsPerSecond: 10, evidencePerDay: 10_000 },
  personal: { evaluationsPerSecond: 50, evidencePerDay: 100_000 },
  pro: { evaluationsPerSecond: 100, evidencePerDay: null },
  team: { evaluationsPerSecond: 200, evidencePerDay: null },
  enterprise: { evaluationsPerSecond: null, evidencePerDay: null },
};
