export { type CauseType, causeOfOutcome, causeOfResolution, causeStatement } from './cause.ts';
export { trustChore } from './follow.ts';
export { RISE_A_DAY, START, shown, WEIGHTS } from './formula.ts';
export {
  type AgentOrder,
  listAgents,
  listUpdates,
  standingOf,
  type TrustStanding,
  type TrustUpdate,
} from './read.ts';
export { type TrustScores, trustScores } from './scores.ts';
export { trustRegistry } from '../audit/registries/trust-registry.ts';
