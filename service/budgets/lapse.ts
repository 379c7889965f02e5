/**
 * Gives back reservations without a reported outcome. The chore finds overdue rows, so it does not matter how long the
 * service was down; each step is one transaction, and a second run changes nothing.
 */
import { sql } from 'kysely';
import { type LeaseDeps, leasedChore } from '../database/nodes/leased-chore.ts';
import type { Database } from '../database/open.ts';
import type { Chore } from '../foundation/chores.ts';
import { DAY_MS } from '../foundation/clock.ts';

/** How long a reservation waits for its outcome to be reported. */
export const RESERVATION_LIFETIME_MS = DAY_MS;

const LEASE_MS = 30_000;
const EVERY_MS = 5000;
const ROWS_AT_ONCE = 500;

export function lapseChore(deps: LeaseDeps): Chore {
  return leasedChore(deps, {
    name: 'lapse reservations',
    everyMs: EVERY_MS,
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
    const overdueOfChain = () =>
      tx
        .selectFrom('budget_reservations')
        .where('chain', '=', chain)
        .where('status', '=', sql.lit('held' as const))
        .where('lapses_at', '<=', lapsesAt);
    const sums = await overdueOfChain()
      .select(['budget_id', 'period_start', ({ fn }) => fn.sum<number | string>('micro_usd').as('sum')])
      .groupBy(['budget_id', 'period_start'])
      .execute();
    for (const { budget_id, period_start, sum } of sums) {
      await tx
        .updateTable('budget_periods')
        .set((row) => ({ reserved_micro_usd: row('reserved_micro_usd', '-', Number(sum)) }))
        .where('chain', '=', chain)
        .where('budget_id', '=', budget_id)
        .where('period_start', '=', period_start)
        .execute();
    }
    await tx
      .updateTable('budget_reservations')
      .set({ status: 'lapsed' })
      .where('chain', '=', chain)
      .where('status', '=', sql.lit('held' as const))
      .where('lapses_at', '<=', lapsesAt)
      .execute();
  });
}

/**
 * Locks the head until the transaction ends, without changing it: reserving and settling are appends, so they wait.
 */
export async function holdHead(tx: Database, chain: number): Promise<void> {
  await tx
    .updateTable('chains')
    .set((row) => ({ size: row.ref('size') }))
    .where('chain', '=', chain)
    .execute();
}
