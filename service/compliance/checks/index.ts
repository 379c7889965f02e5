/** Every check, by the name that frameworks, results and documents use. A published name keeps its meaning. */
import type { Check } from '../check.ts';
import { agentKeysMinimal, keysExpire, keysInUse } from './access.ts';
import { alertsHeard, blocksHeeded, outcomesReported, outcomesSucceed, trustKept } from './conduct.ts';
import {
  budgetsSet,
  catalogueKept,
  changesRecorded,
  claimsVerified,
  haltReady,
  haltsExercised,
  policiesActive,
  thresholdsSet,
} from './governing.ts';
import {
  answeredInTime,
  decidersNamed,
  dutiesSeparated,
  escalationsAnswered,
  judgementBites,
  quorumForCritical,
} from './oversight.ts';
import {
  actorsNamed,
  chainSound,
  checkpointsSigned,
  decisionsRecorded,
  removalsReasoned,
  retentionSufficient,
  riskStated,
} from './record.ts';

export const CHECKS = {
  chain_sound: chainSound,
  checkpoints_signed: checkpointsSigned,
  decisions_recorded: decisionsRecorded,
  actors_named: actorsNamed,
  risk_stated: riskStated,
  retention_sufficient: retentionSufficient,
  removals_reasoned: removalsReasoned,
  escalations_answered: escalationsAnswered,
  answered_in_time: answeredInTime,
  deciders_named: decidersNamed,
  duties_separated: dutiesSeparated,
  quorum_for_critical: quorumForCritical,
  judgement_bites: judgementBites,
  blocks_heeded: blocksHeeded,
  outcomes_reported: outcomesReported,
  outcomes_succeed: outcomesSucceed,
  trust_kept: trustKept,
  alerts_heard: alertsHeard,
  policies_active: policiesActive,
  catalogue_kept: catalogueKept,
  thresholds_set: thresholdsSet,
  claims_verified: claimsVerified,
  budgets_set: budgetsSet,
  halt_ready: haltReady,
  halts_exercised: haltsExercised,
  changes_recorded: changesRecorded,
  keys_expire: keysExpire,
  agent_keys_minimal: agentKeysMinimal,
  keys_in_use: keysInUse,
} as const satisfies Record<string, Check>;

export type CheckId = keyof typeof CHECKS;
export const CHECK_IDS = Object.keys(CHECKS) as CheckId[];
