/**
 * Ends reservations. One without a reported outcome is given back; the chore finds overdue rows, so it does not matter
 * how long the service was down. Settled or lapsed ones of a month that is over are removed along with their evidence,
 * once the content of their evaluation was pruned; the sum of the period changes with them, so that sums and
 * reservations agree at every moment, and no answer shows that period again.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type LeaseDeps, leasedChore, type MayContinue } from '../database/nodes/leased-chore.ts';
import type { Database } from '../database/open.ts';
import { byIndex } from '../database/sqlite/by-index.ts';
import { type PrunedChain, prunedChains } from '../evidence/reading/index.ts';
import type { Chore } from '../foundation/chores.ts';
import { DAY_MS } from '../foundation/clock.ts';
import { firstIdAt } from '../foundation/ids.ts';
import { periodStart } from '../governance/budgets/index.ts';

/** How long a reservation waits for its outcome to be reported. */
export const RESERVATION_LIFETIME_MS = DAY_MS;

const LEASE_MS = 30_000;
const LAPSE_EVERY_MS = 5000;
const ROWS_AT_ONCE = 500;

export function lapseChore(deps: LeaseDeps): Chore {
  return leasedChore(deps, {
    name: 'lapse reservations',
    everyMs: LAPSE_EVERY_MS,
    leaseMs: LEASE_MS,
    async work(mayContinue) {
      if ((await overdue(deps, 1)).length === 0) return;
      while ((await mayContinue()) && (await lapseOverdue(deps)));
    },
  });
}

/** @returns whether there may be more. */
export async function lapseOverdue(deps: Pick<LeaseDeps, 'db' | 'clock'>): Promise<boolean> {
  const rows = await overdue(deps, ROWS_AT_ONCE);
  const until = new Map<number, number>();
  for (const { chain, lapses_at } of rows) until.set(chain, Math.max(until.get(chain) ?? 0, lapses_at));
  for (const [chain, lapsesAt] of until) await lapseOf(deps.db, chain, lapsesAt);
  return rows.length === ROWS_AT_ONCE;
}

function overdue({ db, clock }: Pick<LeaseDeps, 'db' | 'clock'>, limit: number) {
  return (
    db
      .selectFrom('budget_reservations')
      .select(['chain', 'lapses_at'])
      // A literal, so that the planner can use the partial index of held reservations.
      .where('status', '=', sql.lit('held' as const))
      .where('lapses_at', '<=', clock.now())
      .orderBy('lapses_at')
      .limit(limit)
      .execute()
  );
}

function lapseOf(db: Database, chain: number, lapsesAt: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await holdHead(tx, chain);
    const held = byIndex(tx, 'budget_reservations', 'budget_reservations_held');
    const overdueOfChain = () =>
      tx
        .selectFrom(held)
        .where('chain', '=', chain)
        .where('status', '=', sql.lit('held' as const))
        .where('lapses_at', '<=', lapsesAt);
    const sums = await overdueOfChain()
      .select(['budget_id', 'period_start', ({ fn }) => fn.sum<number | string>('micro_usd').as('sum')])
      .groupBy(['budget_id', 'period_start'])
      .execute();
    for (const { sum, ...period } of sums) {
      await subtract(tx, { chain, ...period }, 'reserved_micro_usd', Number(sum));
    }
    await tx
      .updateTable(held)
      .set({ status: 'lapsed' })
      .where('chain', '=', chain)
      .where('status', '=', sql.lit('held' as const))
      .where('lapses_at', '<=', lapsesAt)
      .execute();
  });
}

function subtract(
  tx: Database,
  { chain, budget_id, period_start }: { chain: number; budget_id: string; period_start: number },
  column: 'reserved_micro_usd' | 'spent_micro_usd',
  microUsd: number,
) {
  return tx
    .updateTable('budget_periods')
    .set((row) => ({ [column]: row(column, '-', microUsd) }))
    .where('chain', '=', chain)
    .where('budget_id', '=', budget_id)
    .where('period_start', '=', period_start)
    .execute();
}

/**
 * Locks the head until the transaction ends, without changing it: reserving and settling are appends, so they wait.
 */
async function holdHead(tx: Database, chain: number): Promise<void> {
  await tx
    .updateTable('chains')
    .set((row) => ({ size: row.ref('size') }))
    .where('chain', '=', chain)
    .execute();
}

const FORGET_EVERY_MS = 3_600_000;
/** While these are removed, no evaluation of their chain can commit. */
const EVALUATIONS_AT_ONCE = 200;
/** A pause lasts this many times as long as the step before it, but at least this many ms. */
const PAUSE_FACTOR = 2;
const MIN_PAUSE_MS = 5;

export function forgetChore(deps: LeaseDeps): Chore {
  return leasedChore(deps, {
    name: 'forget reservations',
    everyMs: FORGET_EVERY_MS,
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
    const ofPeriods = Map.groupBy(gone, ({ budget_id, period_start }) => `${budget_id}/${period_start}`);
    for (const [first, ...others] of ofPeriods.values()) {
      if (first === undefined) continue;
      const spent = [first, ...others].reduce(
        (sum, { settled_micro_usd }) => sum + (settled_micro_usd ?? 0),
        0,
      );
      await subtract(tx, { chain, ...first }, 'spent_micro_usd', spent);
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
