/**
 * A tenant's allowance for this month and its use, from memory: no evaluation queries the database for it.
 * The use is at most a second old; the append itself stops a tenant at its allowance, to the unit.
 */
import type { Database } from '../database/open.ts';
import type { Clock } from '../foundation/clock.ts';
import { FreshCache } from '../foundation/fresh-cache.ts';
import { type Allowance, eachCounter, METER, METERS, type Meter } from '../foundation/meters.ts';
import { monthOf } from '../foundation/month.ts';
import type { Principal } from '../keys/index.ts';
import { allowancesOf } from './terms/tiers.ts';
import { type Used, usedIn } from './used.ts';

const FRESHNESS = { refreshAfterMs: 400, forgetAfterMs: 800, maxEntries: 10_000 };

export interface Quota {
  /** Whether use beyond the allowances is refused. */
  stops: boolean;
  allowances: Record<Meter, number | null>;
  used: Used;
}

export interface Quotas {
  /**
   * null outside production, where nothing counts against an allowance. @throws {Failure} `unavailable` if it
   * is not known and the database can't be reached.
   */
  of(whose: Pick<Principal, 'environment' | 'tenantId' | 'chain'>): Quota | null | Promise<Quota | null>;
}

export function quotasOver(db: Database, clock: Clock): Quotas {
  const cache = new FreshCache(
    async (key) => {
      const [tenantId = '', chain] = key.split('/');
      const month = monthOf(clock.now());
      const { stops, allowances } = await allowancesOf(db, tenantId, month);
      return { stops, allowances, used: await usedIn(db, Number(chain), month) };
    },
    clock,
    FRESHNESS,
  );
  return {
    of({ environment, tenantId, chain }) {
      return environment === 'production' ? cache.get(`${tenantId}/${chain}`) : null;
    },
  };
}

/** The limit that an append may not exceed; undefined for a tenant that may go over it. */
export function allowanceFor(quota: Quota | null): Allowance | undefined {
  if (quota === null || !quota.stops) return undefined;
  const { allowances } = quota;
  return eachCounter(({ meter }) => allowances[meter]);
}

/** Whether evidence takes up all the storage of an account that may not use more. */
export function isStorageUsedUp(quota: Quota | null): boolean {
  if (quota === null || !quota.stops) return false;
  const { allowances, used } = quota;
  return METERS.some((meter) => {
    const limit = allowances[meter];
    return METER[meter].counts.kind === 'bytes' && limit !== null && used[meter] >= limit;
  });
}

/** From this share of an allowance on, answers state how much is left. */
const WARNING_SHARE = 0.8;

export interface UsageWarning {
  used: number;
  limit: number;
}

/** @param exact the evaluations used now, if their exact number is known. */
export function warningOf(quota: Quota | null, exact: number | undefined): UsageWarning | undefined {
  if (quota === null) return undefined;
  const limit = quota.allowances.governance_evaluations;
  const used = exact ?? quota.used.governance_evaluations;
  return limit === null || used < limit * WARNING_SHARE ? undefined : { used, limit };
}
