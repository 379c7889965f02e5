/**
 * Changes or deletes a budget, with evidence. The requests that it covers never change, so its counted spending stays
 * correct. A deleted budget covers nothing from then on, and stays on record.
 */

import { bound } from '../database/evidence/append-store.ts';
import { type Actor, changeGovernance, type GovernDeps, stampNow } from '../evidence/changes/index.ts';
import { Failure } from '../foundation/failure.ts';
import { retryOvertaken } from '../foundation/retry.ts';
import { type BudgetRow, definitionOf, findBudgetRow } from '../governance/budgets/index.ts';

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
    if (row.deleted_at !== null)
      throw new Failure('conflict', 'The budget is deleted.', { conflict: 'budget_deleted' });
    if (row.revision !== expectedRevision) {
      throw new Failure('conflict', `The budget is at revision ${row.revision}.`, {
        conflict: 'budget_changed',
      });
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
