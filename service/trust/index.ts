export { type CauseType, causeOfOutcome, causeOfResolution, causeStatement } from './cause.ts';
export { trustChore } from './follow.ts';
export { RISE_A_DAY, START, shown, stepOf, type TrustState, WEIGHTS } from './formula.ts';
export { type LedgerRow, ledgerRows, valuesOf } from './ledger.ts';
export {
  type AgentOrder,
  listAgents,
  listUpdates,
  type TrustStatus,
  type TrustUpdate,
  trustOf,
} from './read.ts';
export { type TrustScores, trustScores } from './scores.ts';
export { startTrust, type Trust } from './start.ts';
