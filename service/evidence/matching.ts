/**
 * Which positions of a chain match a filter: exactly, newest first, and without reading what does not match. Full
 * blocks answer from their summaries; the end of the chain that no summary covers yet, and blocks that a time limit
 * cuts through, are read themselves.
 */
import type { Database } from '../database/open.ts';
import { ANY_ACTION, BLOCK_POSITIONS, summarisedBlocks, unpackPlaces } from './blocks.ts';
import { Page } from './page.ts';

export interface ArtifactFilter {
  artifactType?: string;
  action?: string;
  verdict?: string;
  /** ms since the epoch, inclusive. */
  from?: number;
  /** ms since the epoch, exclusive. */
  to?: number;
}

/** A chain as it was at one moment: what is appended later is not seen. */
export interface View {
  chain: number;
  /** The position behind the last. */
  end: number;
  /** Blocks that have a summary. */
  blocks: number;
}

const BLOCKS_AT_ONCE = 64;
const EARLIEST = Number.MIN_SAFE_INTEGER;
const LATEST = Number.MAX_SAFE_INTEGER;

/** @param below leaves out what stands at this position and after it. */
export async function viewOf(db: Database, chain: number, below = LATEST): Promise<View> {
  // In this order: a summary that is there has all its artifacts before the head that is read after it.
  const blocks = await summarisedBlocks(db, chain);
  const head = await db
    .selectFrom('chains')
    .select('size')
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow();
  return { chain, end: Math.min(head.size, below), blocks };
}

export async function countMatching(db: Database, view: View, filter: ArtifactFilter): Promise<number> {
  if (takesAll(filter)) return view.end;
  const tailStart = Math.min(view.blocks * BLOCK_POSITIONS, view.end);
  const inTail = await countRead(db, view.chain, filter, tailStart, view.end);
  return inTail + (await countInBlocks(db, view, filter));
}

async function countInBlocks(db: Database, view: View, filter: ArtifactFilter): Promise<number> {
  const { from = EARLIEST, to = LATEST } = filter;
  const byBlock = matchingBlocks(db, view, filter);
  if (filter.from === undefined && filter.to === undefined) {
    const row = await byBlock.executeTakeFirst();
    return Number(row?.artifacts ?? 0);
  }
  const blocks = db.selectFrom(byBlock.groupBy('block').select('block').as('blocks'));
  const whole = await blocks
    .select((each) => each.fn.sum<number | string | null>('artifacts').as('artifacts'))
    .where('first_at', '>=', from)
    .where('last_at', '<', to)
    .executeTakeFirst();
  let total = Number(whole?.artifacts ?? 0);
  const cut = await blocks
    .select('block')
    .where((each) => each.or([each('first_at', '<', from), each('last_at', '>=', to)]))
    .execute();
  for (const { block } of cut) {
    const start = block * BLOCK_POSITIONS;
    total += await countRead(db, view.chain, filter, start, start + BLOCK_POSITIONS);
  }
  return total;
}

/** @returns at most `take` positions, newest first, after the newest `skip`. */
export async function newestMatching(
  db: Database,
  view: View,
  filter: ArtifactFilter,
  skip: number,
  take: number,
): Promise<number[]> {
  const page = new Page(skip, take);
  if (takesAll(filter)) {
    const length = Math.max(0, Math.min(take, view.end - skip));
    return Array.from({ length }, (_, at) => view.end - 1 - skip - at);
  }
  const tailStart = view.blocks * BLOCK_POSITIONS;
  if (tailStart < view.end) {
    page.add(await readPositions(db, view.chain, filter, tailStart, view.end, skip + take));
  }
  let before = view.blocks;
  while (page.missing > 0 && before > 0) {
    const blocks = await matchingBlocks(db, view, filter)
      .where('block', '<', before)
      .groupBy('block')
      .select('block')
      .orderBy('block', 'desc')
      .limit(BLOCKS_AT_ONCE)
      .execute();
    await fillFrom(db, view, filter, blocks, page);
    before = blocks.length < BLOCKS_AT_ONCE ? 0 : (blocks.at(-1)?.block ?? 0);
  }
  return page.positions;
}

interface MatchingBlock {
  block: number;
  artifacts: number | string;
  first_at: number;
  last_at: number;
}

/** @param blocks newest first. Those whose summaries say all are read many at once. */
async function fillFrom(
  db: Database,
  view: View,
  filter: ArtifactFilter,
  blocks: readonly MatchingBlock[],
  page: Page,
): Promise<void> {
  let whole: number[] = [];
  let awaited = 0;
  const addWhole = async () => {
    if (whole.length > 0) page.add(await summarisedPositions(db, view, filter, whole));
    whole = [];
    awaited = 0;
  };
  for (const { block, artifacts, first_at, last_at } of blocks) {
    if (page.missing <= awaited) break;
    const start = block * BLOCK_POSITIONS;
    const end = Math.min(start + BLOCK_POSITIONS, view.end);
    if (isInside(filter, first_at, last_at) && end === start + BLOCK_POSITIONS) {
      if (whole.length === 0 && page.passOver(Number(artifacts))) continue;
      whole.push(block);
      awaited += Number(artifacts);
    } else {
      await addWhole();
      page.add(await readPositions(db, view.chain, filter, start, end));
    }
  }
  await addWhole();
}

function takesAll(filter: ArtifactFilter): boolean {
  return Object.values(filter).every((wanted) => wanted === undefined);
}

function isInside(
  { from = EARLIEST, to = LATEST }: ArtifactFilter,
  firstAt: number,
  lastAt: number,
): boolean {
  return firstAt >= from && lastAt < to;
}

/** The groups that have something of the filter's in them, by block. */
function matchingBlocks(db: Database, { chain, blocks, end }: View, filter: ArtifactFilter) {
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
    .where('block', '<', Math.min(blocks, Math.ceil(end / BLOCK_POSITIONS)))
    .$if(artifactType !== undefined, (some) => some.where('artifact_type', '=', artifactType ?? ''))
    .$if(verdict !== undefined, (some) => some.where('verdict', '=', verdict ?? ''))
    .$if(from !== undefined, (some) => some.where('last_at', '>=', from ?? EARLIEST))
    .$if(to !== undefined, (some) => some.where('first_at', '<', to ?? LATEST));
}

async function summarisedPositions(
  db: Database,
  view: View,
  filter: ArtifactFilter,
  blocks: readonly number[],
): Promise<number[]> {
  const groups = await matchingBlocks(db, view, filter)
    .clearSelect()
    .select(['block', 'places'])
    .where('block', 'in', blocks)
    .execute();
  const positions = groups.flatMap(({ block, places }) =>
    unpackPlaces(places).map((place) => block * BLOCK_POSITIONS + place),
  );
  return positions.sort((one, other) => other - one);
}

function readMatching(db: Database, chain: number, filter: ArtifactFilter, start: number, end: number) {
  const { artifactType, action, verdict, from, to } = filter;
  return db
    .selectFrom('artifacts')
    .where('chain', '=', chain)
    .where('position', '>=', start)
    .where('position', '<', end)
    .$if(artifactType !== undefined, (some) => some.where('artifact_type', '=', artifactType ?? ''))
    .$if(action !== undefined, (some) => some.where('action', '=', action ?? ''))
    .$if(verdict !== undefined, (some) => some.where('verdict', '=', verdict ?? ''))
    .$if(from !== undefined, (some) => some.where('created_at', '>=', from ?? EARLIEST))
    .$if(to !== undefined, (some) => some.where('created_at', '<', to ?? LATEST));
}

async function readPositions(
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

async function countRead(db: Database, chain: number, filter: ArtifactFilter, start: number, end: number) {
  const row = await readMatching(db, chain, filter, start, end)
    .select((each) => each.fn.countAll<number | string>().as('artifacts'))
    .executeTakeFirst();
  return Number(row?.artifacts ?? 0);
}
