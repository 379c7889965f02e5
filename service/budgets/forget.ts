/**
 * Removes reservations along with their evidence: settled or lapsed ones of a month that is over, once the content of
 * their evaluation was pruned. Their spending is subtracted from the sum of the period, so that sums and reservations
 * agree at every moment; no answer shows that period again.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { type LeaseDeps, leasedChore, type MayContinue } from '../database/nodes/leased-chore.ts';
import type { Database } from '../database/open.ts';
import { type PrunedChain, prunedChains } from '../evidence/reading/index.ts';
import type { Chore } from '../foundation/chores.ts';
import { firstIdAt } from '../foundation/ids.ts';
import { periodStart } from '../governance/budgets/index.ts';
import { holdHead } from './lapse.ts';

const LEASE_MS = 30_000;
const EVERY_MS = 3_600_000;
/** While these are removed, no evaluation of their chain can commit. */
const EVALUATIONS_AT_ONCE = 200;
/** A pause lasts this many times as long as the step before it, but at least this many ms. */
const PAUSE_FACTOR = 2;
const MIN_PAUSE_MS = 5;

export function forgetChore(deps: LeaseDeps): Chore {
  return leasedChore(deps, {
    name: 'forget reservations',
    everyMs: EVERY_MS,
    leaseMs: LEASE_MS,
    work: (mayContinue) => forgetReservations(deps, mayContinue),
  });
}

/** @param mayContinue asked before each step; false stops here, and the rest is removed another time. */
export async function forgetReservations(
  { db, clock }: Pick<LeaseDeps, 'db' | 'clock'>,
  mayContinue: MayContinue,
): Promise<void> {
  // Budgets still need the spending of the present month.
  const overBefore = periodStart('month', clock.now());
  for (const pruned of await prunedChains(db)) {
    while (await mayContinue()) {
      const startedAt = clock.monotonic();
      const evaluations = await oldest(db, pruned, overBefore);
      if (evaluations.length === 0) {
        await forgetPeriods(db, pruned.chain, overBefore);
        break;
      }
      await forget(db, pruned.chain, evaluations);
      await sleep(Math.max(MIN_PAUSE_MS, PAUSE_FACTOR * (clock.monotonic() - startedAt)));
    }
  }
}

/** Evaluations whose reservations may go. Ids begin with their time, so the search skips those that stay. */
async function oldest(
  db: Database,
  { chain, end, endAt }: PrunedChain,
  overBefore: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('budget_reservations')
    .innerJoin('artifacts', (join) =>
      join
        .onRef('artifacts.chain', '=', 'budget_reservations.chain')
        .onRef('artifacts.id', '=', 'budget_reservations.evaluation_id'),
    )
    .select('evaluation_id')
    .distinct()
    .where('budget_reservations.chain', '=', chain)
    .where('evaluation_id', '<', firstIdAt('ev', Math.min(overBefore, endAt)))
    .where('status', '<>', 'held')
    .where('position', '<', end)
    .orderBy('evaluation_id')
    .limit(EVALUATIONS_AT_ONCE)
    .execute();
  return rows.map(({ evaluation_id }) => evaluation_id);
}

function forget(db: Database, chain: number, evaluations: readonly string[]): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await holdHead(tx, chain);
    const gone = await tx
      .deleteFrom('budget_reservations')
      .where('chain', '=', chain)
      .where('evaluation_id', 'in', evaluations)
      .where('status', '<>', 'held')
      .returning(['budget_id', 'period_start', 'settled_micro_usd'])
      .execute();
    const sums = new Map<string, { budget_id: string; period_start: number; microUsd: number }>();
    for (const { budget_id, period_start, settled_micro_usd } of gone) {
      const key = `${budget_id}/${period_start}`;
      const sum = sums.get(key) ?? { budget_id, period_start, microUsd: 0 };
      sum.microUsd += settled_micro_usd ?? 0;
      sums.set(key, sum);
    }
    for (const { budget_id, period_start, microUsd } of sums.values()) {
      await tx
        .updateTable('budget_periods')
        .set((row) => ({ spent_micro_usd: row('spent_micro_usd', '-', microUsd) }))
        .where('chain', '=', chain)
        .where('budget_id', '=', budget_id)
        .where('period_start', '=', period_start)
        .execute();
    }
  });
}

/** Removes sums of zero from months before the oldest remaining reservation, which no outcome can change. */
function forgetPeriods(db: Database, chain: number, overBefore: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await holdHead(tx, chain);
    const oldestLeft = await tx
      .selectFrom('budget_reservations')
      .select('reserved_at')
      .where('chain', '=', chain)
      .orderBy('evaluation_id')
      .limit(1)
      .executeTakeFirst();
    await tx
      .deleteFrom('budget_periods')
      .where('chain', '=', chain)
      .where(
        'period_start',
        '<',
        periodStart('month', Math.min(overBefore, oldestLeft?.reserved_at ?? overBefore)),
      )
      .where('reserved_micro_usd', '=', 0)
      .where('spent_micro_usd', '=', 0)
      .execute();
  });
}
