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
export { useStatements } from './use.ts';
export { MANDATE_USED_UP } from './use-up.ts';
