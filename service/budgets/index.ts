export { type BudgetBook, budgetBook } from './book.ts';
export type { CoveringBudgets, Reservation } from './chain-book.ts';
export { changeBudget, deleteBudget } from './change.ts';
export { createBudget } from './create.ts';
export { forgetReservations } from './forget.ts';
export { lapseOverdue, RESERVATION_LIFETIME_MS } from './lapse.ts';
export { type BudgetStatus, budgetFields, findBudget, listBudgets } from './list.ts';
export { settlementStatements, spentBy } from './settle.ts';
export { type Budgets, startBudgets } from './start.ts';
