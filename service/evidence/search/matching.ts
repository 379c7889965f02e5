/**
 * Finds exactly the positions of a chain that match a filter, newest first. Full blocks are answered from summaries;
 * only the end of the chain, and blocks that a time limit cuts through, are read.
 */
import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import { sizeOf } from '../reading/leaves.ts';
import { BLOCK_POSITIONS, summarisedBlocks } from './blocks.ts';
import { type ArtifactFilter, EARLIEST, LATEST, takesAll, type View } from './filter.ts';
import { countRead, matchingBlocks, readPositions, summarisedPositions } from './matching-rows.ts';

const MIN_BLOCKS_AT_ONCE = 64;
const MAX_BLOCKS_AT_ONCE = 1024;
/** Stands in for the block number of all blocks that lie within the period. */
const WHOLE = -1;

/** @param below leaves out this position and later ones. */
export async function viewOf(db: Database, chain: number, below = LATEST): Promise<View> {
  // The order matters: all artifacts of a summary precede the head, which is read after it.
  const blocks = await summarisedBlocks(db, chain);
  return { chain, end: Math.min(await sizeOf(db, chain), below), blocks };
}

/** A view that stays the same: a block that became full later counts as the end, since its summary covers more. */
export async function pinnedView(db: Database, chain: number, size: number): Promise<View> {
  const view = await viewOf(db, chain, size);
  return { ...view, blocks: Math.min(view.blocks, Math.floor(size / BLOCK_POSITIONS)) };
}

export function countMatching(db: Database, view: View, filter: ArtifactFilter): Promise<number> {
  return new Matching(db, view, filter).count();
}

/** The artifacts of a chain that match a filter. Positions read for a count are not read again for the page. */
export class Matching {
  readonly #db: Database;
  readonly #view: View;
  readonly #filter: ArtifactFilter;
  /** Positions in blocks that a limit cuts through, newest first, by block. */
  readonly #cut = new Map<number, number[]>();
  /** The range of blocks that can have a match. */
  #blocksStart = 0;
  #blocksEnd: number;

  constructor(db: Database, view: View, filter: ArtifactFilter) {
    this.#db = db;
    this.#view = view;
    this.#filter = filter;
    this.#blocksEnd = view.blocks;
  }

  async count(): Promise<number> {
    const [db, view, filter] = [this.#db, this.#view, this.#filter];
    if (takesAll(filter)) return view.end;
    const tailStart = Math.min(view.blocks * BLOCK_POSITIONS, view.end);
    const inTail = await countRead(db, view.chain, filter, tailStart, view.end);
    return inTail + (await this.#countInBlocks());
  }

  /** @returns at most `take` positions, newest first, after the newest `skip`. */
  async newest(skip: number, take: number): Promise<number[]> {
    const [db, view, filter] = [this.#db, this.#view, this.#filter];
    if (takesAll(filter)) {
      const length = Math.max(0, Math.min(take, view.end - skip));
      return Array.from({ length }, (_, at) => view.end - 1 - skip - at);
    }
    const page = new Page(skip, take);
    const tailStart = view.blocks * BLOCK_POSITIONS;
    if (tailStart < view.end) {
      page.add(await readPositions(db, view.chain, filter, tailStart, view.end, skip + take));
    }
    let before = this.#blocksEnd;
    let atOnce = MIN_BLOCKS_AT_ONCE;
    while (page.missing > 0 && before > 0) {
      const blocks = await matchingBlocks(db, view, filter, before)
        .where('block', '>=', this.#blocksStart)
        .groupBy('block')
        .select('block')
        .orderBy('block', 'desc')
        .limit(atOnce)
        .execute();
      await this.#fillFrom(blocks, page);
      before = blocks.length < atOnce ? 0 : (blocks.at(-1)?.block ?? 0);
      // Doubling reaches a page far back in a few steps.
      atOnce = Math.min(2 * atOnce, MAX_BLOCKS_AT_ONCE);
    }
    return page.positions;
  }

  async #countInBlocks(): Promise<number> {
    const { from, to } = this.#filter;
    const byBlock = matchingBlocks(this.#db, this.#view, this.#filter);
    if (from === undefined && to === undefined) {
      const row = await byBlock.executeTakeFirst();
      return Number(row?.artifacts ?? 0);
    }
    // One pass over the summaries adds up the blocks within the period, and returns those that its ends cut through.
    const sums = await this.#db
      .selectFrom(byBlock.groupBy('block').select('block').as('blocks'))
      .select((each) => [
        each
          .case()
          .when(each.and([each('first_at', '>=', from ?? EARLIEST), each('last_at', '<', to ?? LATEST)]))
          .then(sql.lit(WHOLE))
          .else(each.ref('block'))
          .end()
          .as('cut'),
        each.fn.sum<number | string>('artifacts').as('artifacts'),
        each.fn.min('block').as('oldest'),
        each.fn.max('block').as('newest'),
      ])
      .groupBy('cut')
      .execute();
    let total = 0;
    for (const { cut, artifacts } of sums) {
      total += cut === WHOLE ? Number(artifacts) : (await this.#readBlock(cut)).length;
    }
    this.#blocksStart = Math.min(this.#blocksEnd, ...sums.map(({ oldest }) => oldest));
    this.#blocksEnd = Math.max(0, ...sums.map(({ newest }) => newest + 1));
    return total;
  }

  /** @param blocks newest first. Many of the blocks that summaries answer are read at once. */
  async #fillFrom(blocks: readonly MatchingBlock[], page: Page): Promise<void> {
    let whole: number[] = [];
    let awaited = 0;
    const addWhole = async () => {
      if (whole.length > 0) page.add(await summarisedPositions(this.#db, this.#view, this.#filter, whole));
      whole = [];
      awaited = 0;
    };
    for (const { block, artifacts, first_at, last_at } of blocks) {
      if (page.missing <= awaited) break;
      const end = (block + 1) * BLOCK_POSITIONS;
      if (isInside(this.#filter, first_at, last_at) && end <= this.#view.end) {
        if (whole.length === 0 && page.passOver(Number(artifacts))) continue;
        whole.push(block);
        awaited += Number(artifacts);
      } else {
        await addWhole();
        page.add(await this.#readBlock(block));
      }
    }
    await addWhole();
  }

  async #readBlock(block: number): Promise<number[]> {
    const start = block * BLOCK_POSITIONS;
    const end = Math.min(start + BLOCK_POSITIONS, this.#view.end);
    const read =
      this.#cut.get(block) ?? (await readPositions(this.#db, this.#view.chain, this.#filter, start, end));
    this.#cut.set(block, read);
    return read;
  }
}

interface MatchingBlock {
  block: number;
  artifacts: number | string;
  first_at: number;
  last_at: number;
}

function isInside(
  { from = EARLIEST, to = LATEST }: ArtifactFilter,
  firstAt: number,
  lastAt: number,
): boolean {
  return firstAt >= from && lastAt < to;
}

class Page {
  readonly positions: number[] = [];
  #skip: number;
  readonly #take: number;

  constructor(skip: number, take: number) {
    this.#skip = skip;
    this.#take = take;
  }

  /** The number of positions still missing, including those to skip. */
  get missing(): number {
    const wanted = this.#take - this.positions.length;
    return wanted === 0 ? 0 : this.#skip + wanted;
  }

  /** @returns whether this many positions all come before the page, so that they need not be read. */
  passOver(count: number): boolean {
    if (this.#skip < count) return false;
    this.#skip -= count;
    return true;
  }

  add(newestFirst: readonly number[]): void {
    const skipped = Math.min(this.#skip, newestFirst.length);
    this.#skip -= skipped;
    this.positions.push(...newestFirst.slice(skipped, skipped + this.#take - this.positions.length));
  }
}
