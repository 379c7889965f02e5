export {
  findMandateVersion,
  isForAgent,
  isOfOtherParty,
  knownUnder,
  type MandateNow,
  type Standing,
  standing,
  unused,
  withCountOf,
} from './standing.ts';
export { MANDATE_USED_UP, useStatements, usesOfSteps } from './use.ts';
