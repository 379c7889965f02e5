export {
  BUDGET_PREFIX,
  type Budget,
  type BudgetRow,
  budgetsInForce,
  budgetsOf,
  covers,
  definitionOf,
  findBudgetRow,
  MAX_BUDGETS,
  MAX_USD,
  toBudget,
} from './budget.ts';
export { PERIODS, type Period, periodEnd, periodStart } from './period.ts';
