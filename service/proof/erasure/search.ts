/** Searches for a subject, and says what an erasure would remove and what it would leave. */
import { sizeOf } from '../../evidence/reading/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { BLOCK, subjectHash } from '../word-index/entries.ts';
import type { Finding } from '../word-index/finding.ts';
import { type IndexDeps, indexedBlocks, subjectSecret } from '../word-index/word-index.ts';
import { comparable, isSearchable } from '../word-index/words.ts';

export const MAX_SUBJECT = 1000;

/** At most this many positions behind the index are read one by one. Beyond that, a search waits for the index. */
const MAX_UNINDEXED = 16 * BLOCK;

export type SearchDeps = Pick<IndexDeps, 'db' | 'fillRandom' | 'lookers'>;

export interface SubjectSearch extends Finding {
  subjectHash: string;
  /** How many records were searched, and how many exist. */
  searched: number;
  size: number;
}

/** @throws {Failure} `invalid`; `unavailable`. */
export async function searchSubject(
  deps: SearchDeps,
  chain: number,
  subject: string,
): Promise<SubjectSearch> {
  if (!isSearchable(subject)) {
    const message = 'Input should have a word of at least two characters';
    throw Failure.invalid([{ field: ['subject'], message, type: 'value_error' }]);
  }
  const { db } = deps;
  const secret = await subjectSecret(deps);
  const size = await sizeOf(db, chain);
  const indexed = Math.min(await indexedBlocks(db, chain), Math.floor(size / BLOCK));
  const isComplete = size - indexed * BLOCK <= MAX_UNINDEXED;
  const searched = isComplete ? size : indexed * BLOCK;
  const found = await deps.lookers.find({ chain, secret, subject, indexed, end: searched });
  return { ...found, subjectHash: subjectHash(secret, chain, comparable(subject).trim()), searched, size };
}

/** The form that the API and the command line show. */
export function searchFields(search: SubjectSearch) {
  const { searched, size } = search;
  return {
    subject_hash: search.subjectHash,
    records: search.records,
    by_type: search.byType,
    evidence_ids: search.evidenceIds,
    held: [...search.held].map(([hold_id, records]) => ({ hold_id, records })),
    kept: search.kept,
    in_leaf: search.inLeaf,
    searched: { records: searched, of: size, complete: searched === size },
  };
}
