export { type BudgetBook, budgetBook, type CoveringBudgets, type Reservation } from './book.ts';
export { type BudgetChange, changeBudget, deleteBudget } from './change.ts';
export { createBudget, type WantedBudget } from './create.ts';
export { forgetChore, forgetReservations } from './forget.ts';
export { type LapseDeps, lapseChore, lapseSome, RESERVATION_LIFETIME_MS } from './lapse.ts';
export { type BudgetStatus, budgetFields, findBudget, listBudgets } from './list.ts';
export { type Settlement, settlement, spentBy } from './settle.ts';
export { type Budgets, startBudgets } from './start.ts';
