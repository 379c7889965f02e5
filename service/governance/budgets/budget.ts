/** The amount that a tenant lets its agents spend in a day or a month, on some actions or all. */

import { meetsPattern, nameKey } from '@assize/act-reading/names';
import type { Selectable } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { BudgetsTable } from '../../database/tables/governance.ts';
import { DAY_MS, dayOf } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import { isId } from '../../foundation/ids.ts';
import { usdOf } from '../../foundation/money.ts';
import { monthOf, startOfMonth } from '../../foundation/month.ts';

/** Days and months, UTC, in which budgets are spent. */
export const PERIODS = ['day', 'month'] as const;
export type Period = (typeof PERIODS)[number];

export const BUDGET_PREFIX = 'bud';
/** The limit for one environment of a tenant, without deleted budgets. */
export const MAX_BUDGETS = 200;
/** In micro-USD, this amount and the sum of many such amounts are exact in a double. */
export const MAX_USD = 1_000_000_000;

export interface Budget {
  budgetId: string;
  name: string;
  /** null for every agent. */
  agentId: string | null;
  /** null for every action. */
  actionPattern: string | null;
  period: Period;
  limitMicroUsd: number;
  /** Increases with each change of the budget. */
  revision: number;
}

export type BudgetRow = Omit<Selectable<BudgetsTable>, 'chain'>;

/** Returns the budgets of a chain that hold now. */
export async function budgetsInForce(db: Database, chain: number): Promise<readonly Budget[]> {
  const rows = await budgetsOf(db, chain).where('deleted_at', 'is', null).orderBy('budget_id').execute();
  return rows.map(toBudget);
}

export function covers(
  { agentId, actionPattern }: Budget,
  asked: { agentId?: string; action: string },
): boolean {
  if (agentId !== null && (asked.agentId === undefined || nameKey(agentId) !== nameKey(asked.agentId))) {
    return false;
  }
  return actionPattern === null || meetsPattern(asked.action, actionPattern);
}

/** @throws {Failure} `not_found`, also for a budget of another tenant or environment. */
export async function findBudgetRow(db: Database, chain: number, budgetId: string): Promise<BudgetRow> {
  const row = isId(BUDGET_PREFIX, budgetId)
    ? await budgetsOf(db, chain).where('budget_id', '=', budgetId).executeTakeFirst()
    : undefined;
  if (row === undefined) throw new Failure('not_found', 'There is no such budget.');
  return row;
}

export function budgetsOf(db: Database, chain: number) {
  return db
    .selectFrom('budgets')
    .select(['budget_id', 'name', 'agent_id', 'action_pattern', 'period', 'limit_micro_usd', 'revision'])
    .select(['created_at', 'created_by', 'deleted_at', 'evidence_id'])
    .where('chain', '=', chain);
}

export function toBudget(row: BudgetRow): Budget {
  return {
    budgetId: row.budget_id,
    name: row.name,
    agentId: row.agent_id,
    actionPattern: row.action_pattern,
    period: row.period,
    limitMicroUsd: row.limit_micro_usd,
    revision: row.revision,
  };
}

/** Returns the budget as the evidence of each change states it. */
export function definitionOf(
  row: Omit<BudgetRow, 'created_at' | 'created_by' | 'deleted_at' | 'evidence_id'>,
) {
  return {
    budget_id: row.budget_id,
    name: row.name,
    agent_id: row.agent_id,
    action_pattern: row.action_pattern,
    period: row.period,
    limit_usd: usdOf(row.limit_micro_usd),
    revision: row.revision,
  };
}

/** The first moment of the period that a moment is in, both ms since the epoch. */
export function periodStart(period: Period, at: number): number {
  return period === 'day' ? dayOf(at) * DAY_MS : startOfMonth(monthOf(at));
}

/** Returns the first moment after a period. @param start the first moment of the period. */
export function periodEnd(period: Period, start: number): number {
  return period === 'day' ? start + DAY_MS : startOfMonth(monthOf(start) + 1);
}
