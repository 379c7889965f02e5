/** Meters calls that leave no evidence: one statement counts a call or refuses it. */
import { type BoundStatement, bound } from '../database/evidence/append-store.ts';
import type { Database } from '../database/open.ts';
import type { Clock } from '../foundation/clock.ts';
import { Failure } from '../foundation/failure.ts';
import { type CallMeter, METER, meterWords } from '../foundation/meters.ts';
import { monthOf, secondsToNextMonth } from '../foundation/month.ts';
import type { Principal } from '../keys/index.ts';
import type { Quota } from './quota.ts';

/**
 * Counts one call of a production quota. Reads of dashboard pages by a person are not calls of the tenant's
 * programs, and are not counted.
 * @throws {Failure} `allowance_exceeded` if the account stops at its allowance and has none left; then
 * nothing is counted.
 */
export async function countCall(
  { db, clock }: { db: Database; clock: Clock },
  { chain, member }: Principal,
  meter: CallMeter,
  quota: Quota | null,
): Promise<void> {
  if (quota === null || member !== null) return;
  const limit = limitOf(quota, meter);
  const nowMs = clock.now();
  if (limit === 0) throw usedUp(meter, limit, nowMs);
  const counting = countingOf(db, chain, meter, limit, nowMs);
  const counted = await counting.returning('used').executeTakeFirst();
  if (counted === undefined && limit !== null) throw usedUp(meter, limit, nowMs);
}

/**
 * Counts one call in the transaction of its action. The transaction fails if the account stops at its
 * allowance and has none left.
 * @throws {Failure} `allowance_exceeded` if the account has no allowance at all.
 */
export function callStatements(
  db: Database,
  { chain }: Principal,
  meter: CallMeter,
  quota: Quota | null,
  nowMs: number,
): BoundStatement[] {
  if (quota === null) return [];
  const limit = limitOf(quota, meter);
  if (limit === 0) throw usedUp(meter, limit, nowMs);
  return [bound(countingOf(db, chain, meter, limit, nowMs), 1)];
}

/**
 * For a failed action that may have lacked a call. @throws {Failure} `allowance_exceeded` if none is left.
 */
export async function requireCall(
  { db, clock }: { db: Database; clock: Clock },
  { chain }: Principal,
  meter: CallMeter,
  quota: Quota | null,
): Promise<void> {
  const limit = quota === null ? null : limitOf(quota, meter);
  if (limit === null) return;
  const nowMs = clock.now();
  const row = await db
    .selectFrom('usage_calls')
    .select('used')
    .where('chain', '=', chain)
    .where('month', '=', monthOf(nowMs))
    .where('meter', '=', meter)
    .executeTakeFirst();
  if (row !== undefined && row.used >= limit) throw usedUp(meter, limit, nowMs);
}

function limitOf(quota: Quota, meter: CallMeter): number | null {
  return quota.stops ? quota.allowances[meter] : null;
}

function countingOf(db: Database, chain: number, meter: CallMeter, limit: number | null, nowMs: number) {
  return db
    .insertInto('usage_calls')
    .values({ chain, month: monthOf(nowMs), meter, used: 1 })
    .onConflict((conflict) => {
      const update = conflict
        .columns(['chain', 'month', 'meter'])
        .doUpdateSet((row) => ({ used: row('usage_calls.used', '+', 1) }));
      return limit === null ? update : update.where('usage_calls.used', '<', limit);
    });
}

function usedUp(meter: CallMeter, limit: number, nowMs: number): Failure {
  return Failure.allowanceExceeded(
    { type: METER[meter].usageType ?? '', limit, current: limit },
    `The monthly allowance of ${limit} ${meterWords(meter)} is used up.`,
    secondsToNextMonth(nowMs),
  );
}
