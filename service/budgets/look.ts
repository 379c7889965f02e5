/** Reads the state of budgets from the database, and which of the latest reservations it includes. */

import { type BudgetPeriod, budgetPeriodKey } from '../database/evidence/append-store.ts';
import type { Database } from '../database/open.ts';
import { firstIdAt } from '../foundation/ids.ts';
import { type Budget, periodEnd, periodStart } from '../governance/budgets/index.ts';

export interface KnownBudget {
  period: BudgetPeriod;
  /** The end of the period, ms since the epoch. */
  until: number;
  /** The key of budget and period. */
  key: string;
  limitMicroUsd: number;
  /** The spent and the reserved amount together. */
  usedMicroUsd: number;
  revision: number;
  isDeleted: boolean;
}

export interface Seen {
  /** By id: every budget asked about, in its period. */
  budgets: ReadonlyMap<string, KnownBudget>;
  /** The evaluations whose reservations are included and whose id is not below `since`. */
  evaluations: ReadonlySet<string>;
  since: string;
}

/** Whether the moment is in the period of the last look. */
export function isInPeriod({ period, until }: KnownBudget, at: number): boolean {
  return period.periodStart <= at && at < until;
}

/**
 * Reads with one statement, which sees the database at one moment.
 * @param at decides the periods.
 * @param underWay evaluations whose reservations may or may not be written.
 */
export async function lookAt(
  db: Database,
  chain: number,
  budgets: readonly Budget[],
  at: number,
  underWay: readonly string[],
): Promise<Seen> {
  // Later reservations have higher ids, since ids begin with the time.
  const since = underWay.reduce((least, id) => (id < least ? id : least), firstIdAt('ev', at));
  const ids = budgets.map(({ budgetId }) => budgetId);
  const rows = await db
    .selectFrom('budgets')
    .leftJoin('budget_periods', (join) =>
      join
        .onRef('budget_periods.chain', '=', 'budgets.chain')
        .onRef('budget_periods.budget_id', '=', 'budgets.budget_id')
        .on('budget_periods.period_start', 'in', [periodStart('day', at), periodStart('month', at)]),
    )
    .select(['budgets.budget_id as id', 'limit_micro_usd', 'revision', 'deleted_at'])
    .select(['period_start', 'reserved_micro_usd', 'spent_micro_usd'])
    .where('budgets.chain', '=', chain)
    .where('budgets.budget_id', 'in', ids)
    .unionAll(
      db
        .selectFrom('budget_reservations')
        .select([
          'evaluation_id as id',
          'micro_usd as limit_micro_usd',
          'lapses_at as revision',
          'lapses_at as deleted_at',
        ])
        .select(['period_start', 'lapses_at as reserved_micro_usd', 'lapses_at as spent_micro_usd'])
        .where('chain', '=', chain)
        .where('evaluation_id', '>=', since),
    )
    .execute();
  return readRows(rows, budgets, at, since);
}

interface Row {
  id: string;
  limit_micro_usd: number;
  revision: number;
  deleted_at: number | null;
  period_start: number | null;
  reserved_micro_usd: number | null;
  spent_micro_usd: number | null;
}

function readRows(rows: readonly Row[], asked: readonly Budget[], at: number, since: string): Seen {
  const periods = new Map(asked.map(({ budgetId, period }) => [budgetId, period]));
  const budgets = new Map<string, KnownBudget>();
  const evaluations = new Set<string>();
  for (const row of rows) {
    const period = periods.get(row.id);
    if (period === undefined) {
      evaluations.add(row.id);
      continue;
    }
    const start = periodStart(period, at);
    const isOfPeriod = row.period_start === start;
    if (budgets.has(row.id) && !isOfPeriod) continue;
    const ofBudget = { budgetId: row.id, periodStart: start };
    budgets.set(row.id, {
      period: ofBudget,
      until: periodEnd(period, start),
      key: budgetPeriodKey(ofBudget),
      limitMicroUsd: row.limit_micro_usd,
      usedMicroUsd: isOfPeriod ? (row.reserved_micro_usd ?? 0) + (row.spent_micro_usd ?? 0) : 0,
      revision: row.revision,
      isDeleted: row.deleted_at !== null,
    });
  }
  return { budgets, evaluations, since };
}
