/**
 * Every decision must be provable afterwards: the artifact must have a known type, its chain must be sound, and there
 * must be room for it.
 */
import { isByEarlierRules } from '../question/facts.ts';
import type { Question } from '../question/question.ts';
import type { Law, LawResult } from './law.ts';

/** The types that a caller may ask for. The service's own records of governance are not among them. */
const ARTIFACT_TYPES = new Set([
  'governance_eval',
  'action_executed',
  'action_approved',
  'action_rejected',
  'compliance_check',
  'trust_update',
]);
const LONGEST_NAME_SHOWN = 64;

export const auditConservation: Law = {
  id: 'audit_conservation',
  name: 'Audit Conservation',
  /** Fails on an unknown artifact type or a chain known to be broken; warns where storage is used up. */
  apply(question) {
    const { chain_health: chain, storage } = question.facts;
    const type = question.request.context.artifact_type;
    if (chain === 'failed') {
      return {
        result: 'fail',
        reason: isByEarlierRules(question.facts) ? UNACKNOWLEDGED_BEFORE : UNACKNOWLEDGED,
        details: { chain },
        remedy: { change: {}, note: 'a person has to look into the failed verification and acknowledge it' },
      };
    }
    if (type !== undefined && !ARTIFACT_TYPES.has(type)) return unknownType(type, storage);
    if (storage === 'past_allowance') {
      return {
        result: 'warn',
        reason: 'evidence storage is past its allowance',
        details: { chain, storage },
        remedy: { change: {}, note: makeRoom },
      };
    }
    return { result: 'pass', reason: 'chain sound', details: { chain } };
  },
};

const UNACKNOWLEDGED = 'the last verification of the chain failed, and its failure was not acknowledged';
/** The wording in earlier records. */
const UNACKNOWLEDGED_BEFORE = 'the last verification of the chain failed and nobody has acknowledged it';

const makeRoom = 'a person has to make room for evidence, or move the account to a tier that may go over';

/** Shows the name only if it is short: it is the caller's text, and the request is recorded anyway. */
function unknownType(type: string, storage: Question['facts']['storage']): LawResult {
  const named = type.length <= LONGEST_NAME_SHOWN ? `the artifact type "${type}"` : 'the artifact type';
  return {
    result: 'fail',
    reason: `${named} is not a known one`,
    details: { artifact_type_known: false, chain: 'sound' },
    remedy:
      storage === 'past_allowance'
        ? { change: {}, note: `leave out the artifact type; and ${makeRoom}` }
        : { change: { artifact_type: null }, note: 'leave out the artifact type, or name a known one' },
  };
}
