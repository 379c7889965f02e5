/** What a tenant lets its agents spend: so much in a day or a month, on some actions or all. */

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
/** In one environment of a tenant, at a time. */
export const MAX_BUDGETS = 200;
/** Whole micro-USD of it, and of many of them together, are exact in a double. */
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
  /** Moves with each change of it. */
  revision: number;
}

export type BudgetRow = Omit<Selectable<BudgetsTable>, 'chain'>;

/** Those that hold now, of one chain. */
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

/** @throws {Failure} `not_found`, also for what another tenant or environment has. */
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

/** What the evidence of each change says of the budget. */
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

/** The first moment after it. @param start its first. */
export function periodEnd(period: Period, start: number): number {
  return period === 'day' ? start + DAY_MS : startOfMonth(monthOf(start) + 1);
}
