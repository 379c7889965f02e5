/**
 * The table in which nodes state their units of each chain's limit, and count its records of the day. One node at a
 * time writes for a chain, after it has seen the statements of the others.
 */
import type { Database } from '../../database/open.ts';
import type { ChainLimit, Holdings } from './chain-limit.ts';
import type { DayCount } from './day-count.ts';

export interface Settling {
  chain: number;
  limit: ChainLimit;
  days: DayCount;
}

export interface Exchange {
  node: string;
  /** Monotonic, from before anything is read, ms. */
  lookedAtMs: number;
  /** The current day. */
  day: number;
  /** Gives everything back. */
  leaves: boolean;
}

/** One transaction for all of them. Units given up count at once; gained units count once they are stored. */
export async function exchange(db: Database, all: readonly Settling[], now: Exchange): Promise<void> {
  if (all.length === 0) return;
  // Every node locks in the order of the chains.
  const settling = [...all].sort((one, other) => one.chain - other.chain);
  const stored = await db.transaction().execute(async (tx) => {
    const stated = await lockHoldings(tx, settling);
    const settled = settling.map(({ chain, limit }) => {
      const before = JSON.parse(stated.get(chain) ?? '{}') as Holdings;
      return { chain, ...limit.settle(now.node, before, now.lookedAtMs, now.leaves) };
    });
    const rows = settled.map(({ chain, holdings }) => ({ chain, holdings: JSON.stringify(holdings) }));
    await tx
      .insertInto('rate_holdings')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('chain').doUpdateSet(({ ref }) => ({ holdings: ref('excluded.holdings') })),
      )
      .execute();
    const counted = await countDays(tx, settling, now.day);
    return () => {
      for (const each of settled) each.stored();
      counted();
    };
  });
  stored();
}

/** The upsert changes nothing; it locks the rows, and creates missing ones. */
async function lockHoldings(tx: Database, settling: readonly Settling[]): Promise<Map<number, string>> {
  const rows = await tx
    .insertInto('rate_holdings')
    .values(settling.map(({ chain }) => ({ chain, holdings: '{}' })))
    .onConflict((conflict) =>
      conflict.column('chain').doUpdateSet(({ ref }) => ({ holdings: ref('rate_holdings.holdings') })),
    )
    .returning(['chain', 'holdings'])
    .execute();
  return new Map(rows.map(({ chain, holdings }) => [chain, holdings]));
}

/** For the chains whose days are limited. @returns a function to call once the counts are stored. */
async function countDays(tx: Database, settling: readonly Settling[], day: number): Promise<() => void> {
  const pending = settling
    .filter(({ limit, days }) => limit.limits.evidencePerDay !== null || !days.isStored)
    .flatMap(({ chain, days }) => days.pending(day).map((each) => ({ chain, days, ...each })));
  if (pending.length === 0) return () => undefined;
  const rows = await tx
    .insertInto('rate_days')
    .values(pending.map(({ chain, day, records }) => ({ chain, day, records })))
    .onConflict((conflict) =>
      conflict
        .columns(['chain', 'day'])
        .doUpdateSet(({ eb, ref }) => ({ records: eb('rate_days.records', '+', ref('excluded.records')) })),
    )
    .returning(['chain', 'day', 'records'])
    .execute();
  const used = new Map(rows.map(({ chain, day, records }) => [`${chain}/${day}`, records]));
  return () => {
    for (const { chain, days, day, records } of pending) {
      days.stored(day, records, used.get(`${chain}/${day}`) ?? records);
    }
  };
}

/** How many days a day's count is kept: a clock that is wrong by less loses nothing. */
const KEPT_DAYS = 40;

export async function forgetOldDays(db: Database, day: number): Promise<void> {
  await db
    .deleteFrom('rate_days')
    .where('day', '<', day - KEPT_DAYS)
    .execute();
}
