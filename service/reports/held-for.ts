/** Tells from the record of a held call what it was held for: the record itself keeps only the reasons of its laws. */
import { type HeldFor, heldForOf } from '../evaluation/index.ts';
import { buildQuestion } from '../evaluation/question/index.ts';
import { type EvaluationRecord, factsOfRecord, lawsOfRecord } from '../evaluation/record/index.ts';
import type { LawSettings } from '../governance/settings/terms/index.ts';
import { type RecordedAct, requestOf } from './evaluations.ts';

/** Records that are gone, or can't be judged, are held for something else. */
export function heldForIn(
  { record, verdict }: Pick<RecordedAct, 'record' | 'verdict'>,
  settings: ReadonlyMap<string, LawSettings>,
): HeldFor {
  const held = record === null ? undefined : settings.get(record.settings);
  if (record === null || held === undefined) return 'other';
  const laws = { ...record.laws, ...(verdict === 'proceed' && record.would_be?.laws) };
  try {
    const given = { verdict: record.would_be?.verdict ?? verdict, laws: lawsOfRecord({ ...record, laws }) };
    return heldForOf(questionOf(record, held), given) ?? 'other';
  } catch {
    return 'other';
  }
}

/** The question as it was judged, or as enforcement would have judged it. */
export function questionOf(record: EvaluationRecord, settings: LawSettings) {
  const enforces = record.would_be !== undefined;
  return buildQuestion(requestOf(record), factsOfRecord(record), settings, enforces);
}
