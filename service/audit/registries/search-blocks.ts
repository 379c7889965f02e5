/**
 * Searches use summaries of full blocks. Summaries are not evidence, so this registry computes them again from the
 * artifacts: a missing, altered or additional one could hide a record. Blocks without a summary are no gap, because
 * searches read their artifacts.
 */

import type { Selectable } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { ArtifactBlocksTable } from '../../database/tables/index.ts';
import { rangesOf, sizeOf } from '../../evidence/reading/index.ts';
import {
  ANY_ACTION,
  BLOCK_POSITIONS,
  SUMMARISED,
  type Summarised,
  summariesOf,
  summarisedBlocks,
} from '../../evidence/search/index.ts';
import { type CheckContext, MAX_GAPS_SHOWN, type Registry, type Tally } from '../registry.ts';

export const searchBlocksRegistry: Registry = { name: 'search-blocks', check };

const BLOCKS_AT_ONCE = 16;
const ACTIONS_AT_ONCE = 500;

type Summary = Selectable<ArtifactBlocksTable>;

interface Blocks {
  db: Database;
  chain: number;
  tally: Tally;
  /** The number of each block's stored summaries that were compared. */
  seen: number[];
}

async function check(tally: Tally, { db, chain, size }: CheckContext): Promise<void> {
  const blocks: Blocks = { db, chain, tally, seen: [] };
  const full = Math.floor(size / BLOCK_POSITIONS);
  const due = Math.min(await summarisedBlocks(db, chain), full);
  for await (const { from, to } of rangesOf(due, BLOCKS_AT_ONCE)) {
    const made = await computeSummaries(db, chain, from, to);
    compare(blocks, made, await storedLike(db, chain, made, from, to));
  }
  await checkOthers(blocks, due);
}

/** Finds summaries without artifacts in their block, and compares blocks that were summarised since. */
async function checkOthers(blocks: Blocks, due: number): Promise<void> {
  const { db, chain, tally, seen } = blocks;
  const counts = await db
    .selectFrom('artifact_blocks')
    .select((each) => ['block', each.fn.countAll<number | string>().as('summaries')])
    .where('chain', '=', chain)
    .groupBy('block')
    .orderBy('block')
    .execute();
  // Read after the summaries: a block is full before it is summarised.
  const fullNow = Math.floor((await sizeOf(db, chain)) / BLOCK_POSITIONS);
  let named = 0;
  for (const { block, summaries } of counts) {
    const others = Number(summaries) - (seen[block] ?? 0);
    if (others === 0) continue;
    if (block >= fullNow) {
      tally.checked(others);
      tally.gap(`Block ${block} is summarised, but not full.`, block * BLOCK_POSITIONS);
    } else if (block >= due) {
      compare(blocks, await computeSummaries(db, chain, block, block + 1), await storedOf(db, chain, block));
    } else if (named < MAX_GAPS_SHOWN) {
      named += others;
      const known = new Set((await computeSummaries(db, chain, block, block + 1)).map(keyOf));
      const stored = await storedOf(db, chain, block);
      nameExtras(
        tally,
        stored.filter((summary) => !known.has(keyOf(summary))),
      );
    } else {
      for (let other = 0; other < others; other += 1)
        tally.gap('A summary of nothing.', block * BLOCK_POSITIONS);
      tally.checked(others);
    }
  }
}

function compare(blocks: Blocks, made: readonly Summary[], stored: readonly Summary[]): void {
  const { tally, seen } = blocks;
  const left = new Map(stored.map((summary) => [keyOf(summary), summary]));
  for (const summary of stored) seen[summary.block] = (seen[summary.block] ?? 0) + 1;
  for (const summary of made) {
    const key = keyOf(summary);
    const other = left.get(key);
    left.delete(key);
    tally.checked();
    if (other === undefined) tally.gap(`The summary of ${nameOf(summary)} is missing.`, startOf(summary));
    else if (!isSame(summary, other)) {
      tally.gap(`The summary of ${nameOf(summary)} is not what its artifacts give.`, startOf(summary));
    }
  }
  nameExtras(tally, [...left.values()]);
}

function nameExtras(tally: Tally, extras: readonly Summary[]): void {
  for (const summary of extras) {
    tally.checked();
    tally.gap(`There is a summary of ${nameOf(summary)}, of which there are no artifacts.`, startOf(summary));
  }
}

async function computeSummaries(db: Database, chain: number, from: number, to: number): Promise<Summary[]> {
  const rows: Summarised[] = await db
    .selectFrom('artifacts')
    .select(SUMMARISED)
    .where('chain', '=', chain)
    .where('position', '>=', from * BLOCK_POSITIONS)
    .where('position', '<', to * BLOCK_POSITIONS)
    .orderBy('position')
    .execute();
  const byBlock = Map.groupBy(rows, ({ position }) => Math.floor(position / BLOCK_POSITIONS));
  return [...byBlock].flatMap(([block, artifacts]) => summariesOf(chain, block, artifacts));
}

/** The stored summaries of these blocks that have an action of the computed ones, or none. */
async function storedLike(
  db: Database,
  chain: number,
  made: readonly Summary[],
  from: number,
  to: number,
): Promise<Summary[]> {
  const actions = [...new Set([ANY_ACTION, ...made.map(({ action }) => action)])];
  const stored: Summary[] = [];
  for await (const some of rangesOf(actions.length, ACTIONS_AT_ONCE)) {
    const rows = await db
      .selectFrom('artifact_blocks')
      .selectAll()
      .where('chain', '=', chain)
      .where('action', 'in', actions.slice(some.from, some.to))
      .where('block', '>=', from)
      .where('block', '<', to)
      .execute();
    for (const row of rows) stored.push(row);
  }
  return stored;
}

/** Selects by block alone, without an index: only for the few blocks with a difference. */
function storedOf(db: Database, chain: number, block: number): Promise<Summary[]> {
  return db
    .selectFrom('artifact_blocks')
    .selectAll()
    .where('chain', '=', chain)
    .where('block', '=', block)
    .execute();
}

function keyOf({ block, artifact_type, verdict, action }: Summary): string {
  return JSON.stringify([block, artifact_type, verdict, action]);
}

function isSame(one: Summary, other: Summary): boolean {
  return (
    one.artifacts === other.artifacts &&
    one.first_at === other.first_at &&
    one.last_at === other.last_at &&
    Buffer.compare(one.places, other.places) === 0
  );
}

function nameOf({ block, artifact_type, verdict, action }: Summary): string {
  const recorded = [artifact_type, verdict, action].filter((part) => part !== '').join(', ');
  return `block ${block} (${recorded})`;
}

function startOf({ block }: Summary): number {
  return block * BLOCK_POSITIONS;
}
