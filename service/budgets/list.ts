/** Lists budgets with their state in the current period, straight from the database. */

import type { Database } from '../database/open.ts';
import { isoOrNull } from '../foundation/clock.ts';
import { usdOf } from '../foundation/money.ts';
import {
  type BudgetRow,
  budgetsOf,
  definitionOf,
  findBudgetRow,
  periodStart,
} from '../governance/budgets/index.ts';

export interface BudgetStatus {
  budget: BudgetRow;
  periodStart: number;
  spentMicroUsd: number;
  reservedMicroUsd: number;
}

/** Lists all budgets that are not deleted, oldest first. There are few. */
export async function listBudgets(db: Database, chain: number, at: number): Promise<BudgetStatus[]> {
  const rows = await budgetsOf(db, chain)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('budget_id')
    .execute();
  return withPeriods(db, chain, rows, at);
}

/** Finds deleted budgets too. @throws {Failure} `not_found`, also for a budget of another tenant or environment. */
export async function findBudget(
  db: Database,
  chain: number,
  budgetId: string,
  at: number,
): Promise<BudgetStatus> {
  const [found] = await withPeriods(db, chain, [await findBudgetRow(db, chain, budgetId)], at);
  if (found === undefined) throw new Error('a budget that was found has disappeared');
  return found;
}

async function withPeriods(
  db: Database,
  chain: number,
  budgets: readonly BudgetRow[],
  at: number,
): Promise<BudgetStatus[]> {
  if (budgets.length === 0) return [];
  const ids = budgets.map(({ budget_id }) => budget_id);
  const periods = await db
    .selectFrom('budget_periods')
    .select(['budget_id', 'period_start', 'reserved_micro_usd', 'spent_micro_usd'])
    .where('chain', '=', chain)
    .where('budget_id', 'in', ids)
    .where('period_start', 'in', [periodStart('day', at), periodStart('month', at)])
    .execute();
  return budgets.map((budget) => {
    const start = periodStart(budget.period, at);
    const counted = periods.find(
      ({ budget_id, period_start }) => budget_id === budget.budget_id && period_start === start,
    );
    return {
      budget,
      periodStart: start,
      spentMicroUsd: counted?.spent_micro_usd ?? 0,
      reservedMicroUsd: counted?.reserved_micro_usd ?? 0,
    };
  });
}

/** A budget in the form that the API and the command line show. */
export function budgetFields({ budget, periodStart: start, spentMicroUsd, reservedMicroUsd }: BudgetStatus) {
  const { limit_micro_usd: limit, deleted_at } = budget;
  return {
    ...definitionOf(budget),
    created_at: new Date(budget.created_at).toISOString(),
    created_by: budget.created_by,
    deleted_at: isoOrNull(deleted_at),
    evidence_id: budget.evidence_id,
    period_start: new Date(start).toISOString(),
    spent_usd: usdOf(spentMicroUsd),
    reserved_usd: usdOf(reservedMicroUsd),
    remaining_usd: usdOf(limit - spentMicroUsd - reservedMicroUsd),
  };
}
