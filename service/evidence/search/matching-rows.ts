/** The queries of a search: for summaries of blocks, and for artifacts if no summary helps. */
import type { Database } from '../../database/open.ts';
import { artifactsIn } from '../reading/leaves.ts';
import { ANY_ACTION, BLOCK_POSITIONS, unpackPlaces } from './blocks.ts';
import { type ArtifactFilter, EARLIEST, LATEST, type View } from './filter.ts';

/**
 * The summaries that match the filter, by block. @param before only blocks before this one: combined with other upper
 * bounds, because SQLite would seek by only one, and read rows of earlier pages again.
 */
export function matchingBlocks(
  db: Database,
  { chain, blocks, end }: View,
  filter: ArtifactFilter,
  before = blocks,
) {
  const { artifactType, action, verdict, from, to } = filter;
  return db
    .selectFrom('artifact_blocks')
    .select((each) => [
      each.fn.sum<number | string>('artifacts').as('artifacts'),
      each.fn.min('first_at').as('first_at'),
      each.fn.max('last_at').as('last_at'),
    ])
    .where('chain', '=', chain)
    .where('action', '=', action ?? ANY_ACTION)
    .where('block', '<', Math.min(before, blocks, Math.ceil(end / BLOCK_POSITIONS)))
    .$if(artifactType !== undefined, (some) => some.where('artifact_type', '=', artifactType ?? ''))
    .$if(verdict !== undefined, (some) => some.where('verdict', '=', verdict ?? ''))
    .$if(from !== undefined, (some) => some.where('last_at', '>=', from ?? EARLIEST))
    .$if(to !== undefined, (some) => some.where('first_at', '<', to ?? LATEST));
}

export async function summarisedPositions(
  db: Database,
  view: View,
  filter: ArtifactFilter,
  blocks: readonly number[],
): Promise<number[]> {
  const groups = await matchingBlocks(db, view, filter, Math.max(...blocks) + 1)
    .clearSelect()
    .select(['block', 'places'])
    .where('block', 'in', blocks)
    // Helps a planner without statistics, which would otherwise read every older block.
    .where('block', '>=', Math.min(...blocks))
    .execute();
  const positions = groups.flatMap(({ block, places }) =>
    unpackPlaces(places).map((place) => block * BLOCK_POSITIONS + place),
  );
  return positions.sort((one, other) => other - one);
}

function readMatching(db: Database, chain: number, filter: ArtifactFilter, start: number, end: number) {
  const { artifactType, action, verdict, from, to } = filter;
  return artifactsIn(db, chain, start, end)
    .$if(artifactType !== undefined, (some) => some.where('artifact_type', '=', artifactType ?? ''))
    .$if(action !== undefined, (some) => some.where('action', '=', action ?? ''))
    .$if(verdict !== undefined, (some) => some.where('verdict', '=', verdict ?? ''))
    .$if(from !== undefined, (some) => some.where('created_at', '>=', from ?? EARLIEST))
    .$if(to !== undefined, (some) => some.where('created_at', '<', to ?? LATEST));
}

export async function readPositions(
  db: Database,
  chain: number,
  filter: ArtifactFilter,
  start: number,
  end: number,
  most = BLOCK_POSITIONS,
): Promise<number[]> {
  const rows = await readMatching(db, chain, filter, start, end)
    .select('position')
    .orderBy('position', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ position }) => position);
}

export async function countRead(
  db: Database,
  chain: number,
  filter: ArtifactFilter,
  start: number,
  end: number,
) {
  const row = await readMatching(db, chain, filter, start, end)
    .select((each) => each.fn.countAll<number | string>().as('artifacts'))
    .executeTakeFirst();
  return Number(row?.artifacts ?? 0);
}
