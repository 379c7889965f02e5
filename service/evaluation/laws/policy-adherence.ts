/**
 * The tenant's own rules hold: a rule that blocks blocks the action, a rule that escalates shows it to a human. A rule
 * that could not be evaluated counts as one that blocks; one that only costs too much counts as one that escalates.
 */
import type { JsonValue } from '@assize/evidence-format';
import type { PolicyMatch } from '../../governance/policies/index.ts';
import { type Law, notApplicable } from './law.ts';
import { asksAPerson, blocks } from './policy-matches.ts';

export const policyAdherence: Law = {
  id: 'policy_adherence',
  name: 'Policy Adherence',
  /** Fails on a matching rule of effect `block` or an erring one; warns on one of effect `escalate` or over its cost. */
  apply(question) {
    const matches = question.facts.policy_matches;
    if (matches.length === 0) return notApplicable('no rule matches');
    const blocking = matches.filter(blocks);
    const deciding = blocking.length > 0 ? blocking : matches.filter(asksAPerson);
    const [first] = deciding;
    const details = { matches: matches.map(recorded) };
    if (first === undefined) return { result: 'pass', reason: 'only notes match', details };
    return {
      result: blocking.length > 0 ? 'fail' : 'warn',
      reason: reasonOf(first, deciding.length - 1),
      details,
      remedy: { change: {}, note: noteOn(first) },
    };
  },
};

function noteOn(match: PolicyMatch): string {
  if (match.over_cost === true) return 'ask for less at once, in several calls';
  return match.erred
    ? `a person has to mend the rule ${nameOf(match)}`
    : `the rule ${nameOf(match)} must no longer match: change the action, or have a person change the policy`;
}

function recorded({ erred, message, ...match }: PolicyMatch): JsonValue {
  return { ...match, ...(message !== '' && { message }), ...(erred && { erred }) };
}

function nameOf(match: PolicyMatch): string {
  return `${match.policy}/${match.rule}`;
}

function reasonOf(match: PolicyMatch, others: number): string {
  const and = others === 0 ? '' : `, and ${others} more`;
  if (match.over_cost === true)
    return `this is more than the rule ${nameOf(match)} can look at, so a person decides${and}`;
  if (match.erred) return `the rule ${nameOf(match)} could not be evaluated${and}`;
  const verb = match.effect === 'block' ? 'blocks it' : 'escalates it';
  const message = match.message.endsWith('.') ? match.message.slice(0, -1) : match.message;
  return message === ''
    ? `the rule ${nameOf(match)} ${verb}${and}`
    : `the rule ${nameOf(match)} ${verb} (${message})${and}`;
}
