/** The restores that a chain's records state, found by a search, because the chain itself is the proof. */

import { RESTORE_ACTION, readRestores, type StatedRestore } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import { newestArtifacts } from '../../evidence/search/index.ts';

/** The limit of one page, far above any real number of restores. */
const MOST = 1000;

/** By index. @param size only records before this position. */
export async function restoresOf(
  db: Database,
  chain: number,
  size = Number.POSITIVE_INFINITY,
): Promise<StatedRestore[]> {
  const filter = { artifactType: 'governance_change', action: RESTORE_ACTION } as const;
  const items = await newestArtifacts(db, chain, filter, MOST);
  return items
    .filter(({ position, payload }) => position < size && payload !== null)
    .reverse()
    .flatMap(({ id, position, createdAt, payload }) =>
      readRestores({ index: position, id, at: new Date(createdAt).toISOString() }, payload),
    );
}
