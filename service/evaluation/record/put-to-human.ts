/** The laws and rules that an approval puts to a human, from the record of the evaluation that opened it. */
import type { JsonObject } from '@assize/evidence-format';
import type { PolicyMatch } from '../../governance/policies/index.ts';
import type { AppliedLaw } from '../laws/law.ts';
import { asksAPerson } from '../laws/policy-matches.ts';
import type { Answered } from '../question/facts.ts';
import { type EvaluationRecord, lawsOfRecord } from './record.ts';

/**
 * The law results that an approval shows to a human: those that did not pass, and those that passed only because an
 * earlier approval had answered them, so that the new answer covers all of them.
 */
export function lawsShown(opening: EvaluationRecord): Omit<AppliedLaw, 'remedy'>[] {
  return lawsOfRecord(opening).filter(({ result, details }) => {
    return result !== 'pass' || details.answered_by !== undefined;
  });
}

export function questionsIn(opening: JsonObject): Answered {
  const record = opening as unknown as EvaluationRecord;
  const matches = (record.facts?.policy_matches ?? []) as unknown as PolicyMatch[];
  return {
    laws: lawsShown(record).map(({ law_id }) => law_id),
    rules: matches.filter(asksAPerson).map(({ policy, version, rule }) => ({ policy, version, rule })),
  };
}
