/** Creates a budget, with evidence. It holds at once here, and within a second on every other node. */

import { bound } from '../database/evidence/append-store.ts';
import {
  type Actor,
  changeGovernance,
  type GovernDeps,
  partyOf,
  stampNow,
} from '../evidence/changes/index.ts';
import { Failure } from '../foundation/failure.ts';
import {
  BUDGET_PREFIX,
  type Budget,
  type BudgetRow,
  definitionOf,
  findBudgetRow,
  MAX_BUDGETS,
} from '../governance/budgets/index.ts';

export type WantedBudget = Omit<Budget, 'budgetId' | 'revision'>;

/** @param actor a key's id, or the operator. @throws {Failure} `conflict` where there are too many; `unavailable`. */
export async function createBudget(
  deps: GovernDeps,
  chain: number,
  actor: Actor,
  wanted: WantedBudget,
): Promise<BudgetRow> {
  const { db, ids } = deps;
  const stamp = stampNow(deps);
  const row = {
    chain,
    budget_id: ids.ordered(BUDGET_PREFIX, stamp.at),
    name: wanted.name,
    agent_id: wanted.agentId,
    action_pattern: wanted.actionPattern,
    period: wanted.period,
    limit_micro_usd: wanted.limitMicroUsd,
    revision: 1,
    created_at: stamp.at,
    created_by: partyOf(actor),
    evidence_id: stamp.id,
  };
  // Appends to a chain run one after another, so two requests never see the same last free place.
  const last = db
    .selectFrom('budgets')
    .select('budget_id')
    .where('chain', '=', chain)
    .where('deleted_at', 'is', null)
    .limit(1)
    .offset(MAX_BUDGETS - 1);
  const result = await changeGovernance(deps, {
    chain,
    stamp,
    action: 'budget.create',
    actor,
    change: definitionOf(row),
    statements: [bound(last, 0), bound(db.insertInto('budgets').values(row), 1)],
  });
  if (result.kind !== 'appended') {
    throw new Failure('conflict', `There are ${MAX_BUDGETS} budgets already, which is the limit.`, {
      conflict: 'too_many_budgets',
    });
  }
  return findBudgetRow(db, chain, row.budget_id);
}
