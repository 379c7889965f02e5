export type { Backtests, BacktestWatch } from './backtests.ts';
export { type BacktestWanted, MAX_EXAMPLES, type PolicyWanted, prepareBacktest } from './prepare.ts';
export { backtestFields } from './question.ts';
