/** The restores that records of a chain state, found as searches find anything: the chain itself is the proof. */

import { RESTORE_ACTION, readRestores, type StatedRestore } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import { searchArtifacts } from '../../evidence/index.ts';

/** In one page; a chain with more has other troubles. */
const MOST = 1000;

/** By index. @param size only what stands before this position. */
export async function restoresOf(
  db: Database,
  chain: number,
  size = Number.POSITIVE_INFINITY,
): Promise<StatedRestore[]> {
  const filter = { artifactType: 'governance_change', action: RESTORE_ACTION } as const;
  const { items } = await searchArtifacts(db, chain, filter, { limit: MOST, offset: 0 });
  return items
    .filter(({ position, payload }) => position < size && payload !== null)
    .reverse()
    .flatMap(({ id, position, createdAt, payload }) =>
      readRestores({ index: position, id, at: new Date(createdAt).toISOString() }, payload),
    );
}
