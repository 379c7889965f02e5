export type { CoveringBudgets, Reservation } from './chain-book.ts';
export { changeBudget, createBudget, deleteBudget } from './change.ts';
export { type BudgetStatus, budgetFields, findBudget, listBudgets } from './list.ts';
export { forgetReservations, lapseOverdue, RESERVATION_LIFETIME_MS } from './reservations.ts';
export { settlementStatements, spentBy } from './settle.ts';
export { type BudgetBook, type Budgets, budgetBook, startBudgets } from './start.ts';
