export { type BudgetBook, budgetBook } from './book.ts';
export type { CoveringBudgets, Reservation } from './chain-book.ts';
export { type BudgetChange, changeBudget, deleteBudget } from './change.ts';
export { createBudget, type WantedBudget } from './create.ts';
export { forgetChore, forgetReservations } from './forget.ts';
export { type LapseDeps, lapseChore, lapseOverdue, RESERVATION_LIFETIME_MS } from './lapse.ts';
export { type BudgetStatus, budgetFields, findBudget, listBudgets } from './list.ts';
export { type Settlement, settlementStatements, spentBy } from './settle.ts';
export { type Budgets, startBudgets } from './start.ts';
