export {
  historyOf,
  readAccount,
  runningOf,
  sandboxStatement,
  type TierEffect,
  tierEffect,
} from './account.ts';
export { agree } from './agree.ts';
export type { Statement } from './billing.ts';
export { closesAt, closingChore } from './close.ts';
export { usdText } from './money.ts';
export { type RunningStatements, runningStatements } from './running.ts';
