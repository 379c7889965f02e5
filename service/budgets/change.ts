/**
 * Creates, changes and deletes budgets, with evidence. A change holds at once here, and within a second on every other
 * node. The requests that a budget covers never change, so its counted spending stays correct. A deleted budget covers
 * nothing from then on, and stays on record.
 */
import { bound } from '../database/evidence/append-store.ts';
import {
  type Actor,
  changeGovernance,
  type GovernDeps,
  partyOf,
  stampNow,
} from '../evidence/changes/index.ts';
import { Failure } from '../foundation/failure.ts';
import { retryOvertaken } from '../foundation/retry.ts';
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
    throw Failure.conflict(
      'too_many_budgets',
      `There are ${MAX_BUDGETS} budgets already, which is the limit.`,
    );
  }
  return findBudgetRow(db, chain, row.budget_id);
}

export interface BudgetChange {
  name?: string;
  limitMicroUsd: number;
  /** The revision that the caller expects; any by default. */
  expectedRevision?: number;
}

/** An attempt fails only because of another change. */
const MAX_ATTEMPTS = 20;

/** @throws {Failure} `not_found`; `conflict` where it was changed or deleted meanwhile; `unavailable`. */
export function changeBudget(
  deps: GovernDeps,
  chain: number,
  actor: Actor,
  budgetId: string,
  change: BudgetChange,
): Promise<BudgetRow> {
  return changeRow(deps, chain, budgetId, async (row) => {
    const { expectedRevision = row.revision } = change;
    if (row.deleted_at !== null) throw Failure.conflict('budget_deleted', 'The budget is deleted.');
    if (row.revision !== expectedRevision) {
      throw Failure.conflict('budget_changed', `The budget is at revision ${row.revision}.`);
    }
    const set = {
      name: change.name ?? row.name,
      limit_micro_usd: change.limitMicroUsd,
      revision: row.revision + 1,
    };
    return write(deps, chain, actor, row, 'budget.change', set);
  });
}

/** Deleting it again changes nothing. @throws {Failure} `not_found`; `unavailable`. */
export function deleteBudget(
  deps: GovernDeps,
  chain: number,
  actor: Actor,
  budgetId: string,
): Promise<BudgetRow> {
  return changeRow(deps, chain, budgetId, async (row) => {
    if (row.deleted_at !== null) return true;
    return write(deps, chain, actor, row, 'budget.delete', { revision: row.revision + 1 });
  });
}

/** @param change returns false where another change came first. */
function changeRow(
  { db }: GovernDeps,
  chain: number,
  budgetId: string,
  change: (row: BudgetRow) => Promise<boolean>,
): Promise<BudgetRow> {
  return retryOvertaken(budgetId, MAX_ATTEMPTS, async () => {
    const isDone = await change(await findBudgetRow(db, chain, budgetId));
    return isDone ? findBudgetRow(db, chain, budgetId) : undefined;
  });
}

async function write(
  deps: GovernDeps,
  chain: number,
  actor: Actor,
  row: BudgetRow,
  action: 'budget.change' | 'budget.delete',
  set: Partial<BudgetRow>,
): Promise<boolean> {
  const stamp = stampNow(deps);
  const deleted = action === 'budget.delete' ? { deleted_at: stamp.at } : {};
  const update = deps.db
    .updateTable('budgets')
    .set({ ...set, ...deleted, evidence_id: stamp.id })
    .where('chain', '=', chain)
    .where('budget_id', '=', row.budget_id)
    .where('revision', '=', row.revision);
  const result = await changeGovernance(deps, {
    chain,
    stamp,
    action,
    actor,
    change: definitionOf({ ...row, ...set }),
    statements: [bound(update, 1)],
  });
  return result.kind === 'appended';
}
