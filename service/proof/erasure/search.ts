/** Looks for a subject, and says what an erasure would remove and what it would leave. */
import { sizeOf } from '../../evidence/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { holdOn, holdsInForce } from '../holds/hold.ts';
import { isKept } from '../removal/kept.ts';
import { BLOCK, subjectHash } from './entries.ts';
import type { Found } from './look.ts';
import { type IndexDeps, indexedBlocks, subjectSecret } from './value-index.ts';
import { comparable, isSearchable } from './words.ts';

export const MAX_SUBJECT = 1000;
export const MAX_LISTED_IDS = 1000;

/** At most this many positions behind the index are read one by one. Beyond that, a search waits for the index. */
const MAX_UNINDEXED = 16 * BLOCK;

export type SearchDeps = Pick<IndexDeps, 'db' | 'fillRandom' | 'lookers'>;

export interface SubjectSearch {
  subjectHash: string;
  /** Records that can be removed now, in the order of the chain. */
  erasable: Found[];
  /** Number of records that legal holds keep, by hold. */
  held: Map<string, number>;
  /** Records of removals, holds and erasures that name the subject: these stay. */
  kept: number;
  /** How many of the erasable name it in what their hash covers. */
  inLeaf: number;
  /** How many records were searched, and how many there are. */
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
  const holds = await holdsInForce(db, chain);
  const held = new Map<string, number>();
  const removable = found.filter((each) => !isKept(each.artifact_type, each.action));
  const erasable = removable.filter((each) => {
    const hold = holdOn(holds, each);
    if (hold !== null) held.set(hold.id, (held.get(hold.id) ?? 0) + 1);
    return hold === null;
  });
  return {
    subjectHash: subjectHash(secret, chain, comparable(subject).trim()),
    erasable,
    held,
    kept: found.length - removable.length,
    inLeaf: erasable.filter(({ inLeaf }) => inLeaf).length,
    searched,
    size,
  };
}

/** As the API and the command line show it. */
export function searchFields(search: SubjectSearch) {
  const { subjectHash: subject_hash, erasable, held, kept, inLeaf: in_leaf, searched, size } = search;
  return {
    subject_hash,
    records: erasable.length,
    by_type: byType(erasable),
    evidence_ids: erasable.slice(0, MAX_LISTED_IDS).map(({ id }) => id),
    held: [...held].map(([hold_id, records]) => ({ hold_id, records })),
    kept,
    in_leaf,
    searched: { records: searched, of: size, complete: searched === size },
  };
}

function byType(found: readonly Found[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { artifact_type } of found) counts[artifact_type] = (counts[artifact_type] ?? 0) + 1;
  return counts;
}
