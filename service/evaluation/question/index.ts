export {
  type ActFacts,
  type ActReach,
  BASES,
  type Basis,
  EMPTY_ACT,
  mustBeKnown,
  READING_VERSION,
  READS_CHOICES,
} from './act.ts';
export { type Facts, isByEarlierRules, NO_FACTS, shownNames } from './facts.ts';
export { type IdentityFact, identityFact, isOnlyClaimed } from './identity.ts';
export { type Mention, ORIGINS, type Origin, type OriginName, type SessionFact } from './origin.ts';
export { buildQuestion, type Question } from './question.ts';
export { ACTOR_TYPES, actorOf, type EvaluationRequest } from './request.ts';
