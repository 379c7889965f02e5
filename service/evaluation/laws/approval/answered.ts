/**
 * A human's approval answers the warnings that it showed: each law that warned, and each rule that escalated the
 * action. It never answers a failure or a new warning.
 */
import type { PolicyMatch } from '../../../governance/policies/index.ts';
import type { AskingRule, Facts } from '../../question/facts.ts';
import type { Question } from '../../question/question.ts';
import type { Law, LawResult } from '../law.ts';
import { asksAPerson, verdictOfMatches } from '../policy-matches.ts';
import { remedyOrApproval } from './approval-remedy.ts';

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
