/**
 * A human's approval answers the warnings that it showed: each law that warned, and each rule that escalated the
 * action. It never answers a failure or a new warning. As a remedy, an approval is never offered as a claim that would
 * not count, or as a way round a decision that a human has already taken.
 */

import type { JsonObject } from '@assize/evidence-format';
import type { PolicyMatch } from '../../governance/policies/index.ts';
import type { AskingRule, Facts } from '../question/facts.ts';
import type { Question } from '../question/question.ts';
import type { Law, LawResult, Remedy } from './law.ts';
import { asksAPerson, verdictOfMatches } from './policy-matches.ts';

/** Applies a human's answer to a law's result: an answered warning passes, and says so. */
export function withAnswer(law: Law, found: LawResult, question: Question): LawResult {
  if (found.result !== 'warn') return found;
  const { reason, details, remedy } = found;
  const isAnswered = answers(question.facts, law.id);
  if (isAnswered && question.approval === 'verified') {
    const answered_by = question.request.context.approval_id ?? null;
    return {
      result: 'pass',
      reason: `a human approved it although ${reason}`,
      details: { ...details, answered_by },
    };
  }
  if (remedy === undefined || law.asksForApproval === true) return found;
  return { result: 'warn', reason, details, remedy: remedyOrApproval(question, remedy, isAnswered) };
}

/** Whether a human has answered every reason of a law's warning. The tenant's rules are answered one by one. */
function answers({ answered, policy_matches }: Facts, law_id: string): boolean {
  if (!answered.laws.includes(law_id)) return false;
  if (law_id !== 'policy_adherence') return true;
  return verdictOfMatches(unanswered(policy_matches, answered.rules)) === 'proceed';
}

/** The matches that remain after a human has answered some rules, each in the version that asked. */
export function unanswered(matches: readonly PolicyMatch[], rules: readonly AskingRule[]): PolicyMatch[] {
  return matches.filter((match) => !asksAPerson(match) || !rules.some((rule) => isSameRule(rule, match)));
}

function isSameRule(one: AskingRule, other: AskingRule): boolean {
  return one.rule === other.rule && one.policy === other.policy && one.version === other.version;
}

/** The way to an approval, for a law that any approval satisfies and a question without one. */
export function remedyByApproval(question: Question): Remedy {
  const { context } = question.request;
  if (context.approval_id === undefined) {
    const change: JsonObject = question.settings.attestation === 'accepted' ? { has_approval: true } : {};
    return { change, note: 'obtain a human approval and send its approval_id with has_approval true' };
  }
  switch (question.facts.approval) {
    case 'approved':
      return { change: { has_approval: true }, note: 'the approval holds: send has_approval true with it' };
    case 'pending':
      return { change: {}, note: `wait until a human has decided the pending approval, then ${again}` };
    default:
      return { change: {}, note: anew };
  }
}

const again = 'send it again with has_approval true';
const anew = 'obtain a new human approval and send its approval_id with has_approval true';

/**
 * The remedy of a law that only warns, or a human's answer to this warning. A claim is not an answer, so the change
 * stays the law's own, unless the answer exists and only has to be used.
 * @param isAnswered whether the named approval, if it holds, answers the warning.
 */
export function remedyOrApproval(question: Question, remedy: Remedy, isAnswered: boolean): Remedy {
  const { note, change } = remedyByApproval(question);
  const holds = question.request.context.approval_id !== undefined && question.facts.approval === 'approved';
  if (holds && isAnswered) return { change, note };
  return { change: remedy.change, note: `${remedy.note}, or ${holds ? anew : note}` };
}
