/** Sums up the results of a session, as its row has it. */
import type { ResultRow, SessionRow } from './session.ts';
import { higher } from './values/session-in-memory.ts';

type Said = Pick<ResultRow, 'value_count' | 'incomplete' | 'confidentiality' | 'source'>;
type Summary = Pick<SessionRow, 'results' | 'value_count' | 'incomplete' | 'confidentiality' | 'has_content'>;

const NOTHING: Summary = { results: 0, value_count: 0, incomplete: 0, confidentiality: null, has_content: 0 };

/** @param before of the results before these. */
export function summaryOf(results: readonly Said[], before: Summary = NOTHING): Summary {
  return results.reduce<Summary>(
    (sum, { value_count, incomplete, confidentiality, source }) => ({
      results: sum.results + 1,
      value_count: sum.value_count + value_count,
      incomplete: Math.max(sum.incomplete, incomplete),
      confidentiality: higher(sum.confidentiality, confidentiality),
      has_content: Math.max(sum.has_content, Number(source === 'content')),
    }),
    before,
  );
}
