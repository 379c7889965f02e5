export {
  findMandateVersion,
  isForAgent,
  isOfOtherParty,
  knownUnder,
  type MandateNow,
  type Standing,
  standing,
  unused,
} from './standing.ts';
export { MANDATE_USED_UP, useStatements } from './use.ts';
