/** A tenant: the account that is governed, with its tier (how much it may use) and its plan (how fast). */

/** In ascending order. */
export const TIERS = ['free', 'team', 'business', 'enterprise'] as const;
export type Tier = (typeof TIERS)[number];

export const PLANS = ['free', 'personal', 'pro', 'team', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

export const ENVIRONMENTS = ['production', 'sandbox'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

export interface Tenant {
  tenantId: string;
  name: string;
  /** The tier that was set last; a lowered tier takes effect next month. */
  tier: Tier;
  plan: Plan;
  /** The mail address for notices. */
  contact: string | null;
  /** Whether it stops at its allowances although its tier allows overage. */
  hardLimit: boolean;
  /** ms since the epoch. */
  createdAt: number;
  /** Whether `assize demo` made it: its people and agents are made up. */
  demo: 'filling' | 'whole' | null;
}

/** The plan an account starts on, by its tier. */
export const DEFAULT_PLAN: Record<Tier, Plan> = {
  free: 'free',
  team: 'team',
  business: 'team',
  enterprise: 'enterprise',
};

/** The maximum number of members; null: unlimited. */
export const USERS_OF_TIER: Record<Tier, number | null> = {
  free: 1,
  team: 10,
  business: 100,
  enterprise: null,
};

/** How many days each tier's evidence keeps its payloads; null: for ever. */
const RETENTION_DAYS: Record<Tier, number | null> = {
  free: 30,
  team: 365,
  business: 3 * 365,
  enterprise: null,
};

/** The operator's setting: by tier, for ever, or this many days for every tenant. */
export type RetentionSetting = 'by-tier' | 'unlimited' | number;

/** null: for ever. */
export function retentionDays(setting: RetentionSetting, tier: Tier): number | null {
  if (setting === 'unlimited') return null;
  return setting === 'by-tier' ? RETENTION_DAYS[tier] : setting;
}

const NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** Lower-case letters, digits and dashes, at most 63, beginning with a letter or digit. */
export function isTenantName(name: string): boolean {
  return NAME.test(name);
}

const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/iu;

/** A single plain mail address that fits into a header without quoting. */
export function isMailAddress(text: string): boolean {
  return ADDRESS.test(text);
}
