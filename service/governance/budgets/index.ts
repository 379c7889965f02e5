export {
  BUDGET_PREFIX,
  type Budget,
  type BudgetRow,
  budgetsInForce,
  budgetsOf,
  covers,
  definitionOf,
  findBudgetRow,
  MOST_BUDGETS,
  MOST_USD,
  toBudget,
} from './budget.ts';
export { DAY_MS, PERIODS, type Period, periodEnd, periodStart } from './period.ts';
