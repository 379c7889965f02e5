export { type BudgetBook, budgetBook, type Cover, type Reservation } from './book.ts';
export { type Budget, budgetsInForce } from './budget.ts';
