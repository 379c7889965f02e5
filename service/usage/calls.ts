/** Calls that leave no evidence and are metered all the same: each is counted in one statement, or refused by it. */
import type { Database } from '../database/open.ts';
import type { UsageCallsTable } from '../database/usage-tables.ts';
import { secondsToNextMonth } from '../evidence/index.ts';
import type { Clock } from '../foundation/clock.ts';
import { Failure } from '../foundation/failure.ts';
import type { Principal } from '../keys/index.ts';
import { monthOf } from './month.ts';
import type { Quota } from './quota.ts';

type CallMeter = UsageCallsTable['meter'];

const WORDS: Record<CallMeter, { type: string; calls: string }> = {
  core_api_calls: { type: 'core_api_call', calls: 'core API calls' },
  trust_score_queries: { type: 'trust_score_query', calls: 'trust score queries' },
};

/**
 * Counts one call of a production quota.
 * @throws {Failure} `allowance_exceeded` where the account stops and has none left; then none was counted.
 */
export async function countCall(
  { db, clock }: { db: Database; clock: Clock },
  { chain }: Principal,
  meter: CallMeter,
  quota: Quota | null,
): Promise<void> {
  if (quota === null) return;
  const limit = quota.stops ? quota.allowances[meter] : null;
  const nowMs = clock.now();
  const counted =
    limit === 0
      ? undefined
      : await db
          .insertInto('usage_calls')
          .values({ chain, month: monthOf(nowMs), meter, used: 1 })
          .onConflict((conflict) => {
            const update = conflict
              .columns(['chain', 'month', 'meter'])
              .doUpdateSet((row) => ({ used: row('usage_calls.used', '+', 1) }));
            return limit === null ? update : update.where('usage_calls.used', '<', limit);
          })
          .returning('used')
          .executeTakeFirst();
  if (counted !== undefined || limit === null) return;
  const { type, calls } = WORDS[meter];
  throw Failure.allowanceExceeded(
    { type, limit, current: limit },
    `The monthly allowance of ${limit} ${calls} is used up.`,
    secondsToNextMonth(nowMs),
  );
}
