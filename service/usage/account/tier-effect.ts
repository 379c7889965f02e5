/** The effect of setting a tier: the time from which it holds, and the meters that have passed it this month. */
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../foundation/clock.ts';
import { METERS, type Meter } from '../../foundation/meters.ts';
import { startOfMonth } from '../../foundation/month.ts';
import type { Tenant } from '../../tenants/index.ts';
import { allowancesOf } from '../terms/tiers.ts';
import { readAccount, runningOf } from './account.ts';

export interface TierEffect {
  /** ms since the epoch: the start of this month, or of the next one. */
  holdsFrom: number;
  /** Meters with more use this month than that tier allows; stored bytes carry over. */
  beyond: { meter: Meter; used: number; allowance: number }[];
}

export async function tierEffect(
  { db, clock }: { db: Database; clock: Clock },
  { tenantId, tier }: Tenant,
): Promise<TierEffect> {
  const { month, tier: now, charges } = runningOf(await readAccount(db, tenantId, clock.now()));
  const { allowances } = await allowancesOf(db, tenantId, now === tier ? month : month + 1);
  const beyond = METERS.flatMap((meter) => {
    const allowance = allowances[meter];
    const { used } = charges[meter];
    return allowance !== null && used > allowance ? [{ meter, used, allowance }] : [];
  });
  return { holdsFrom: startOfMonth(now === tier ? month : month + 1), beyond };
}
