export { type CauseType, causeOfOutcome, causeOfResolution, causeStatement } from './cause.ts';
export { START_SCORE, shown, stepOf, type TrustState } from './formula.ts';
export { findLedgerRow, type LedgerRow, ledgerRows } from './ledger.ts';
export {
  listAgents,
  listUpdates,
  type TrustStatus,
  type TrustUpdate,
  trustScoresOf,
  trustStatusOf,
  updatesCausedBy,
} from './read.ts';
export type { TrustScores } from './scores.ts';
export { startTrust, type Trust } from './start.ts';
