/**
 * Blocks of 2,048 positions, each summarised once it is full: which artifacts have which type, verdict and action, and
 * between which times. Summaries never change, are not evidence, and can be made again from the artifacts.
 */
import type { Selectable } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { ArtifactBlocksTable, ArtifactsTable } from '../../database/tables/index.ts';
import { artifactsIn } from '../reading/leaves.ts';

/** This must never change, because stored summaries depend on it. */
export const BLOCK_POSITIONS = 2048;
/** The `action` of summaries over all actions. */
export const ANY_ACTION = '';
const PLACE_BYTES = 2;
/** Blocks in one step. The service can stop between two steps. */
const MAX_BLOCKS_AT_ONCE = 128;

/** The number of summarised blocks; they are always the first ones of the chain. */
export async function summarisedBlocks(db: Database, chain: number): Promise<number> {
  const row = await db
    .selectFrom('artifact_blocks')
    .select('block')
    .where('chain', '=', chain)
    .where('action', '=', ANY_ACTION)
    .orderBy('block', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? 0 : row.block + 1;
}

/** @returns a chore that summarises newly full blocks. */
export function blockSummariser(db: Database): () => Promise<void> {
  const summarised = new Map<number, number>();
  return async () => {
    const chains = await db
      .selectFrom('chains')
      .select(['chain', 'size'])
      .where('size', '>=', BLOCK_POSITIONS)
      .execute();
    let left = MAX_BLOCKS_AT_ONCE;
    for (const { chain, size } of chains) {
      const full = Math.floor(size / BLOCK_POSITIONS);
      if (summarised.get(chain) === full) continue;
      let block = await summarisedBlocks(db, chain);
      for (; block < full && left > 0; block += 1, left -= 1) await summariseBlock(db, chain, block);
      summarised.set(chain, block);
    }
  };
}

export const SUMMARISED = ['position', 'artifact_type', 'action', 'verdict', 'created_at'] as const;

/** One statement writes the whole block, so a summary is never partial. */
async function summariseBlock(db: Database, chain: number, block: number): Promise<void> {
  const start = block * BLOCK_POSITIONS;
  const artifacts = artifactsIn(db, chain, start, start + BLOCK_POSITIONS).select(SUMMARISED);
  const rows = await artifacts.orderBy('position').execute();
  if (rows.length !== BLOCK_POSITIONS) throw new Error(`chain ${chain} has gaps in block ${block}`);
  await db
    .insertInto('artifact_blocks')
    .values(summariesOf(chain, block, rows))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** All the summaries of a block. @param rows its artifacts, in the order of their positions. */
export function summariesOf(
  chain: number,
  block: number,
  rows: readonly Summarised[],
): Selectable<ArtifactBlocksTable>[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    addTo(groups, row, ANY_ACTION);
    if (row.action !== null) addTo(groups, row, row.action);
  }
  return [...groups.values()].map(({ places, times, ...group }) => ({
    chain,
    block,
    ...group,
    artifacts: places.length,
    first_at: Math.min(...times),
    last_at: Math.max(...times),
    places: packPlaces(places),
  }));
}

interface Group {
  artifact_type: string;
  action: string;
  verdict: string;
  places: number[];
  times: number[];
}

export type Summarised = Pick<Selectable<ArtifactsTable>, (typeof SUMMARISED)[number]>;

function addTo(groups: Map<string, Group>, row: Summarised, action: string): void {
  const { artifact_type, verdict } = row;
  // Types and verdicts contain no space.
  const key = `${artifact_type} ${verdict} ${action}`;
  let group = groups.get(key);
  if (group === undefined) {
    group = { artifact_type, action, verdict: verdict ?? '', places: [], times: [] };
    groups.set(key, group);
  }
  group.places.push(row.position % BLOCK_POSITIONS);
  group.times.push(row.created_at);
}

/** Places in the block, two bytes each. */
function packPlaces(places: readonly number[]): Uint8Array {
  const packed = Buffer.alloc(places.length * PLACE_BYTES);
  places.forEach((place, at) => {
    packed.writeUInt16LE(place, at * PLACE_BYTES);
  });
  return packed;
}

export function unpackPlaces(packed: Uint8Array): number[] {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  return Array.from({ length: bytes.length / PLACE_BYTES }, (_, at) => bytes.readUInt16LE(at * PLACE_BYTES));
}
