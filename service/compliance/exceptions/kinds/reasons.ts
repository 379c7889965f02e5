/** The reasons that the laws gave, from the record of an evaluation. */
import type { JsonObject } from '@assize/evidence-format';
import { lawName } from '../../../evaluation/index.ts';
import { type EvaluationRecord, lawsOfRecord } from '../../../evaluation/record/index.ts';
import { shortened } from './kind.ts';

/** The laws with one of these results. Empty for a payload that is gone, or is not that of an evaluation. */
export function lawsThat(payload: JsonObject | null, ...results: ('warn' | 'fail')[]) {
  if (payload === null || typeof payload.laws !== 'object') return [];
  const laws = lawsOfRecord(payload as unknown as EvaluationRecord);
  return laws.filter(({ result }) => (results as string[]).includes(result));
}

export function reasonsOf(payload: JsonObject | null, ...results: ('warn' | 'fail')[]): string | null {
  return shortened(
    lawsThat(payload, ...results)
      .map(({ law_id, reason }) => `${lawName(law_id)}: ${reason}`)
      .join('; '),
  );
}
