/** Starts the budget book, and the chores that end reservations. */
import type { LeaseDeps } from '../database/nodes/leased-chore.ts';
import type { Started } from '../foundation/chores.ts';
import { type BudgetBook, budgetBook } from './book.ts';
import { forgetChore } from './forget.ts';
import { lapseChore } from './lapse.ts';

export interface Budgets extends Started {
  budgets: BudgetBook;
}

export function startBudgets(deps: LeaseDeps): Budgets {
  return { budgets: budgetBook(deps), chores: [lapseChore(deps), forgetChore(deps)], async close() {} };
}
