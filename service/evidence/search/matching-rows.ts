/** The queries of a search: for summaries of blocks, and for artifacts if no summary helps. */
import type { ExpressionBuilder } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { Tables } from '../../database/tables/index.ts';
import { artifactsIn } from '../reading/leaves.ts';
import { ANY_ACTION, BLOCK_POSITIONS, unpackPlaces } from './blocks.ts';
import { type ArtifactFilter, EARLIEST, LATEST, type View } from './filter.ts';

/** The summaries that match the filter, by block: their number, and the times between which they are. */
export function matchingBlocks(db: Database, view: View, filter: ArtifactFilter, before?: number) {
  const counted = (each: ExpressionBuilder<Tables, 'artifact_blocks'>) =>
    each.fn.sum<number | string>(filter.exceptActions === undefined ? 'artifacts' : withoutExcepted(each));
  return matchingSummaries(db, view, filter, before)
    .select((each) => [
      counted(each).as('artifacts'),
      each.fn.min('first_at').as('first_at'),
      each.fn.max('last_at').as('last_at'),
    ])
    .$if(filter.exceptActions !== undefined, (some) => some.having((each) => each(counted(each), '>', 0)));
}

/** Summaries of excepted actions count against those of any action, which contain them. */
function withoutExcepted(each: ExpressionBuilder<Tables, 'artifact_blocks'>) {
  return each
    .case()
    .when('action', '=', ANY_ACTION)
    .then(each.ref('artifacts'))
    .else(each.neg(each.ref('artifacts')))
    .end();
}

/**
 * The summaries that match the filter, and those of the actions that it excepts. @param before only blocks before this
 * one: combined with other upper bounds, because SQLite would seek by only one, and read rows of earlier pages again.
 */
function matchingSummaries(
  db: Database,
  { chain, blocks, end }: View,
  filter: ArtifactFilter,
  before = blocks,
) {
  const { artifactType, artifactTypes, action = ANY_ACTION, exceptActions, verdict, from, to } = filter;
  return db
    .selectFrom('artifact_blocks')
    .where('chain', '=', chain)
    .$if(exceptActions === undefined, (some) => some.where('action', '=', action))
    .$if(exceptActions !== undefined, (some) =>
      some.where('action', 'in', [action, ...(exceptActions ?? [])]),
    )
    .where('block', '<', Math.min(before, blocks, Math.ceil(end / BLOCK_POSITIONS)))
    .$if(artifactType !== undefined, (some) => some.where('artifact_type', '=', artifactType ?? ''))
    .$if(artifactTypes !== undefined, (some) => some.where('artifact_type', 'in', artifactTypes ?? []))
    .$if(verdict !== undefined, (some) => some.where('verdict', '=', verdict ?? ''))
    .$if(from !== undefined, (some) => some.where('last_at', '>=', from ?? EARLIEST))
    .$if(to !== undefined, (some) => some.where('first_at', '<', to ?? LATEST));
}

/** The first and the last block that can have a match; null if none can. */
export async function rangeOfBlocks(
  db: Database,
  view: View,
  filter: ArtifactFilter,
): Promise<{ first: number; last: number } | null> {
  const row = await matchingSummaries(db, view, filter)
    .select((each) => [each.fn.min('block').as('first'), each.fn.max('block').as('last')])
    .executeTakeFirst();
  return row == null || row.first === null || row.last === null ? null : row;
}

/** @returns newest first. */
export async function summarisedPositions(
  db: Database,
  view: View,
  filter: ArtifactFilter,
  blocks: readonly number[],
): Promise<number[]> {
  const groups = await matchingSummaries(db, view, filter, Math.max(...blocks) + 1)
    .select(['block', 'action', 'places'])
    .where('block', 'in', blocks)
    // Helps a planner without statistics, which would otherwise read every older block.
    .where('block', '>=', Math.min(...blocks))
    .execute();
  const positionsOf = (some: typeof groups) =>
    some.flatMap(({ block, places }) => unpackPlaces(places).map((place) => block * BLOCK_POSITIONS + place));
  const isExcepted = ({ action }: { action: string }) => filter.exceptActions?.includes(action) === true;
  const excepted = new Set(positionsOf(groups.filter(isExcepted)));
  const positions = positionsOf(groups.filter((group) => !isExcepted(group)));
  const kept = excepted.size === 0 ? positions : positions.filter((position) => !excepted.has(position));
  return kept.sort((one, other) => other - one);
}

function readMatching(db: Database, chain: number, filter: ArtifactFilter, start: number, end: number) {
  const { artifactType, artifactTypes, action, exceptActions, verdict, from, to } = filter;
  return artifactsIn(db, chain, start, end)
    .$if(artifactType !== undefined, (some) => some.where('artifact_type', '=', artifactType ?? ''))
    .$if(artifactTypes !== undefined, (some) => some.where('artifact_type', 'in', artifactTypes ?? []))
    .$if(action !== undefined, (some) => some.where('action', '=', action ?? ''))
    .$if(exceptActions !== undefined, (some) =>
      some.where((each) =>
        each.or([each('action', 'is', null), each('action', 'not in', exceptActions ?? [])]),
      ),
    )
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
