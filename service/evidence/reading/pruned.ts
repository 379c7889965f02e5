/** The chains that have lost payloads to retention, and the position up to which they have. */
import type { Database } from '../../database/open.ts';

/** A chain whose payloads were pruned. */
export interface PrunedChain {
  chain: number;
  /** Artifacts before this position have lost their payloads. */
  end: number;
  /** The time of the artifact at `end`, ms since the epoch. */
  endAt: number;
}

/** The chains with finished prunings. */
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
