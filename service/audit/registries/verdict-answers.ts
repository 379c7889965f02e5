/**
 * Checks the human answers that evaluations state against the evaluations that opened the approvals they name. If the
 * original request was removed, there is nothing to compare.
 */

import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import { escalationIdOf, evaluationsThatOpened } from '../../approvals/index.ts';
import type { Database } from '../../database/open.ts';
import { type EvaluationRecord, questionsIn } from '../../evaluation/index.ts';
import { type LeafAndPayload, leavesById, readPayload } from '../../evidence/reading/index.ts';

type AnsweredRecord = EvaluationRecord & { facts: JsonObject };

export interface AnsweredEvaluation {
  leaf: LeafAndPayload;
  record: AnsweredRecord;
}

export function statesAnswer(record: JsonObject | null): record is AnsweredRecord & JsonObject {
  return (record as EvaluationRecord | null)?.facts?.answered !== undefined;
}

/** @param evaluations that can be recomputed; at most a page of them. */
export async function* faultsOfAnswers(
  db: Database,
  chain: number,
  evaluations: readonly AnsweredEvaluation[],
): AsyncGenerator<{ leaf: LeafAndPayload; what: string }> {
  if (evaluations.length === 0) return;
  const openedBy = await evaluationsThatOpened(db, chain, evaluations.map(approvalOf));
  const openings = await leavesById(db, chain, [...new Set(openedBy.values())]);
  for (const evaluation of evaluations) {
    const opening = openings.get(openedBy.get(approvalOf(evaluation)) ?? '');
    const what = faultOfAnswer(evaluation, opening);
    if (what !== null) yield { leaf: evaluation.leaf, what };
  }
}

function approvalOf({ record }: AnsweredEvaluation): string {
  const { approval_id } = (record.request.context ?? {}) as JsonObject;
  return typeof approval_id === 'string' ? approval_id : '';
}

function faultOfAnswer(evaluation: AnsweredEvaluation, opening: LeafAndPayload | undefined): string | null {
  const { approval, answered = null } = evaluation.record.facts;
  if (approval !== 'approved' || opening === undefined) {
    return 'This evaluation says what a human answered, but rests on no approval that was given.';
  }
  if (opening.payload === null) return null;
  const asked = readPayload(opening.payload);
  if (asked !== null && asked.escalation_id === escalationIdOf(approvalOf(evaluation))) {
    if (canonicalJson(askedOrNothing(asked)) === canonicalJson(answered)) return null;
  }
  return 'This evaluation says that a human answered something else than the approval it names had asked.';
}

/** null if it is not a record of an evaluation. */
function askedOrNothing(opening: JsonObject) {
  try {
    return questionsIn(opening);
  } catch {
    return null;
  }
}
