export { findMandateVersion, knownUnder, type MandateNow, unused } from './mandate-now.ts';
export { openMandatesOf } from './open-mandates.ts';
export { withCountOf } from './outside.ts';
export {
  isForAgent,
  isOfOtherParty,
  type Standing,
  standing,
} from './standing.ts';
export { MANDATE_USED_UP, useStatements, usesOfSteps } from './use.ts';
