export { type CauseType, causeOfOutcome, causeOfResolution, causeStatement } from './cause.ts';
export { trustChore } from './follow.ts';
export { MAX_DAILY_RISE, RISK_WEIGHTS, START_SCORE, shown, stepOf, type TrustState } from './formula.ts';
export { type LedgerRow, ledgerRows, valuesOf } from './ledger.ts';
export {
  type AgentOrder,
  listAgents,
  listUpdates,
  type TrustStatus,
  type TrustUpdate,
  trustStatusOf,
} from './read.ts';
export { type TrustScores, trustScores } from './scores.ts';
export { startTrust, type Trust } from './start.ts';
