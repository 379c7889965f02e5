/** The meters of a chain for each UTC day, from summaries of blocks, or from artifacts if a block has several days. */

import { sql } from 'kysely';
import { NOTHING_COUNTED } from '../../database/evidence/append-store.ts';
import type { Database } from '../../database/open.ts';
import { DAY_MS, dayOf } from '../../foundation/clock.ts';
import type { Counts } from '../../foundation/meters.ts';
import { count } from '../append/metered.ts';
import { artifactsIn, sizeOf } from '../reading/leaves.ts';
import { ANY_ACTION, BLOCK_POSITIONS, summarisedBlocks } from '../search/blocks.ts';

const BLOCKS_AT_ONCE = 512;
const POSITIONS_AT_ONCE = 8 * BLOCK_POSITIONS;

/** Days since the epoch. */
export interface Days {
  from: number;
  /** Exclusive. */
  to: number;
}

/** @returns the counts of the days that have any. */
export async function meteredByDay(db: Database, chain: number, days: Days): Promise<Map<number, Counts>> {
  const counted = new Map<number, Counts>();
  const blocks = await summarisedBlocks(db, chain);
  for (let first = 0; first < blocks; first += BLOCKS_AT_ONCE) {
    await countBlocks(db, { chain, days, counted }, first, Math.min(first + BLOCKS_AT_ONCE, blocks));
  }
  const size = await sizeOf(db, chain);
  for (let from = blocks * BLOCK_POSITIONS; from < size; from += POSITIONS_AT_ONCE) {
    await countPositions(db, { chain, days, counted }, from, Math.min(from + POSITIONS_AT_ONCE, size));
  }
  return counted;
}

interface Counting {
  chain: number;
  days: Days;
  counted: Map<number, Counts>;
}

/** Uses the summary of a block, or its artifacts if they are of several days. */
async function countBlocks(db: Database, counting: Counting, first: number, behind: number): Promise<void> {
  const { chain, days } = counting;
  const rows = await db
    .selectFrom('artifact_blocks')
    .select(['block', 'artifact_type', 'artifacts', 'first_at', 'last_at'])
    .where('chain', '=', chain)
    .where('action', '=', ANY_ACTION)
    .where('block', '>=', first)
    .where('block', '<', behind)
    .where('last_at', '>=', days.from * DAY_MS)
    .where('first_at', '<', days.to * DAY_MS)
    .execute();
  const ofSeveralDays = new Set<number>();
  for (const { block, first_at, last_at } of rows) {
    if (dayOf(first_at) !== dayOf(last_at)) ofSeveralDays.add(block);
  }
  for (const { block, artifact_type, artifacts, first_at } of rows) {
    if (!ofSeveralDays.has(block)) add(counting, dayOf(first_at), artifact_type, artifacts);
  }
  for (const block of ofSeveralDays) {
    await countPositions(db, counting, block * BLOCK_POSITIONS, (block + 1) * BLOCK_POSITIONS);
  }
}

async function countPositions(db: Database, counting: Counting, from: number, behind: number): Promise<void> {
  const { chain, days } = counting;
  const day = sql<number>`created_at / ${sql.lit(DAY_MS)}`;
  const groups = await artifactsIn(db, chain, from, behind)
    .select(['artifact_type', day.as('day')])
    .select(({ fn }) => fn.countAll<number>().as('artifacts'))
    .where('created_at', '>=', days.from * DAY_MS)
    .where('created_at', '<', days.to * DAY_MS)
    .groupBy(['artifact_type', day])
    .execute();
  for (const group of groups) add(counting, Number(group.day), group.artifact_type, Number(group.artifacts));
}

function add({ counted }: Counting, day: number, artifactType: string, artifacts: number): void {
  const counts = counted.get(day) ?? { ...NOTHING_COUNTED };
  counted.set(day, counts);
  count(counts, artifactType, artifacts);
}
