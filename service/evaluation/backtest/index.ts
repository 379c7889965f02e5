export type { Backtests, BacktestWatch } from './backtests.ts';
export { backtestFields } from './fields.ts';
export { type BacktestWanted, MAX_EXAMPLES, type PolicyWanted, prepareBacktest } from './prepare.ts';
