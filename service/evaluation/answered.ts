/**
 * A human's approval answers the warnings that it showed: each law that warned, and each rule that escalated the
 * action. It never answers a failure or a new warning.
 */
import type { JsonObject } from '@assize/evidence-format';
import type { PolicyMatch } from '../governance/policies/index.ts';
import { remedyOrApproval } from './approval-remedy.ts';
import type { Answered, AskingRule, Facts } from './facts.ts';
import type { Judgement, Law, LawResult } from './judgement.ts';
import { asksAPerson, verdictOfMatches } from './policy-matches.ts';
import type { Question } from './question.ts';
import { type EvaluationRecord, lawsOfRecord } from './record.ts';

/**
 * The law results that an approval shows to a human: those that did not pass, and those that passed only because an
 * earlier approval had answered them, so that the new answer covers all of them.
 */
export function lawsShown(opening: EvaluationRecord): Omit<LawResult, 'remedy'>[] {
  return lawsOfRecord(opening).filter(({ result, details }) => {
    return result !== 'pass' || details.answered_by !== undefined;
  });
}

/** The laws and rules that an approval puts to a human. @param opening the record of the evaluation that opens it. */
export function questionsIn(opening: JsonObject): Answered {
  const record = opening as unknown as EvaluationRecord;
  const matches = (record.facts?.policy_matches ?? []) as unknown as PolicyMatch[];
  return {
    laws: lawsShown(record).map(({ law_id }) => law_id),
    rules: matches.filter(asksAPerson).map(({ policy, version, rule }) => ({ policy, version, rule })),
  };
}

/** A law's judgement after a human's answer: an answered warning passes, and says so. */
export function withAnswer(law: Law, judgement: Judgement, question: Question): Judgement {
  if (judgement.result !== 'warn') return judgement;
  const { reason, details, remedy } = judgement;
  const isAnswered = answers(question.facts, law.id);
  if (isAnswered && question.approval === 'verified') {
    const answered_by = question.request.context.approval_id ?? null;
    return {
      result: 'pass',
      reason: `a human approved it although ${reason}`,
      details: { ...details, answered_by },
    };
  }
  if (remedy === undefined || law.asksForApproval === true) return judgement;
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
