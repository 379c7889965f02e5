/** Which chains have lost payloads to retention, and up to where. */
import type { Database } from '../database/open.ts';

/** A chain whose payloads were pruned. */
export interface PrunedChain {
  chain: number;
  /** Positions before this have lost theirs. */
  end: number;
  /** When what stands at `end` was made, ms since the epoch. */
  endAt: number;
}

/** Those of which something was pruned, as far as that was seen through. */
export async function prunedChains(db: Database): Promise<PrunedChain[]> {
  const ends = db
    .selectFrom('removals')
    .select(['chain', ({ fn }) => fn.max('behind_last').as('end_position')])
    .where('kind', '=', 'retention')
    .where('removed_at', 'is not', null)
    .groupBy('chain');
  const rows = await db
    .selectFrom(ends.as('pruned'))
    .innerJoin('artifacts', (join) =>
      join
        .onRef('artifacts.chain', '=', 'pruned.chain')
        .onRef('artifacts.position', '=', 'pruned.end_position'),
    )
    .select(['artifacts.chain', 'position', 'created_at'])
    .execute();
  return rows.map(({ chain, position, created_at }) => ({ chain, end: position, endAt: created_at }));
}
