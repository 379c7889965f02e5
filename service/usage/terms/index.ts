export { ALLOWANCES, PLAN_LIMITS } from './prices.ts';
