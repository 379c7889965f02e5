/**
 * Makes the summaries of full blocks, which searches use, again from the artifacts: a wrong one could hide a record. A
 * block without a summary is not a gap, because searches read its artifacts.
 */

import { artifactsIn, rangesOf, sizeOf } from '../../../evidence/reading/index.ts';
import {
  ANY_ACTION,
  BLOCK_POSITIONS,
  SUMMARISED,
  type Summarised,
  summariesOf,
  summarisedBlocks,
} from '../../../evidence/search/index.ts';
import { compareMade, type Making } from '../../comparing/made-again.ts';
import { type RowOf, rowsOf } from '../../comparing/rows.ts';
import {
  type ChainOfRows,
  type Check,
  type CheckContext,
  MAX_GAPS_SHOWN,
  type Tally,
} from '../../registry.ts';

const BLOCKS_AT_ONCE = 16;
const ACTIONS_AT_ONCE = 500;

type Summary = RowOf<'artifact_blocks'>;

const SUMMARIES: Making<Summary> = {
  keyOf: ({ block, artifact_type, verdict, action }) =>
    JSON.stringify([block, artifact_type, verdict, action]),
  isSame: (one, other) =>
    one.artifacts === other.artifacts &&
    one.first_at === other.first_at &&
    one.last_at === other.last_at &&
    Buffer.compare(one.places, other.places) === 0,
  placeOf: ({ block }) => placeOf(block),
  missing: (summary) => `The summary of ${nameOf(summary)} is missing.`,
  other: (summary) => `The summary of ${nameOf(summary)} is not what its artifacts give.`,
  extra: (summary) => `There is a summary of ${nameOf(summary)}, of which there are no artifacts.`,
};

export const searchBlocks: Check = async (tally, context) => {
  /** The number of each block's stored summaries that were compared. */
  const seen: number[] = [];
  const full = Math.floor(context.size / BLOCK_POSITIONS);
  const due = Math.min(await summarisedBlocks(context.db, context.chain), full);
  for await (const range of rangesOf(due, BLOCKS_AT_ONCE)) {
    const made = await computeSummaries(context, range);
    const stored = await storedLike(context, made, range);
    for (const { block } of stored) seen[block] = (seen[block] ?? 0) + 1;
    compareMade(tally, made, stored, SUMMARIES);
  }
  await checkOthers(tally, context, due, seen);
};

/** Finds summaries without artifacts in their block, and compares blocks that were summarised since. */
async function checkOthers(
  tally: Tally,
  context: CheckContext,
  due: number,
  seen: readonly number[],
): Promise<void> {
  const counts = await rowsOf(context, 'artifact_blocks')
    .clearSelect()
    .select((each) => ['block', each.fn.countAll<number | string>().as('summaries')])
    .groupBy('block')
    .orderBy('block')
    .execute();
  // Read after the summaries: a block is full before it is summarised.
  const fullNow = Math.floor((await sizeOf(context.db, context.chain)) / BLOCK_POSITIONS);
  let named = 0;
  for (const { block, summaries } of counts) {
    const others = Number(summaries) - (seen[block] ?? 0);
    if (others === 0) continue;
    if (block >= fullNow) {
      tally.checked(others);
      tally.gap(`Block ${block} is summarised, but not full.`, placeOf(block));
    } else if (block < due && named >= MAX_GAPS_SHOWN) {
      for (let other = 0; other < others; other += 1) tally.compared('A summary of nothing.', placeOf(block));
    } else {
      const made = await computeSummaries(context, { from: block, to: block + 1 });
      // Selects by block alone, without an index: only for the few blocks with a difference.
      const stored = await rowsOf(context, 'artifact_blocks').where('block', '=', block).execute();
      const known = new Set(made.map(SUMMARIES.keyOf));
      const extras = stored.filter((summary) => !known.has(SUMMARIES.keyOf(summary)));
      if (block >= due) compareMade(tally, made, stored, SUMMARIES);
      else compareMade(tally, [], extras, SUMMARIES);
      if (block < due) named += others;
    }
  }
}

async function computeSummaries(
  { db, chain }: ChainOfRows,
  { from, to }: { from: number; to: number },
): Promise<Summary[]> {
  const artifacts = artifactsIn(db, chain, from * BLOCK_POSITIONS, to * BLOCK_POSITIONS);
  const rows: Summarised[] = await artifacts.select(SUMMARISED).orderBy('position').execute();
  const byBlock = Map.groupBy(rows, ({ position }) => Math.floor(position / BLOCK_POSITIONS));
  return [...byBlock].flatMap(([block, artifacts]) => summariesOf(chain, block, artifacts));
}

/** The stored summaries of these blocks that have an action of the computed ones, or none. */
async function storedLike(
  context: ChainOfRows,
  made: readonly Summary[],
  { from, to }: { from: number; to: number },
): Promise<Summary[]> {
  const actions = [...new Set([ANY_ACTION, ...made.map(({ action }) => action)])];
  const stored: Summary[] = [];
  for await (const some of rangesOf(actions.length, ACTIONS_AT_ONCE)) {
    const rows = await rowsOf(context, 'artifact_blocks')
      .where('action', 'in', actions.slice(some.from, some.to))
      .where('block', '>=', from)
      .where('block', '<', to)
      .execute();
    for (const row of rows) stored.push(row);
  }
  return stored;
}

function nameOf({ block, artifact_type, verdict, action }: Summary): string {
  const recorded = [artifact_type, verdict, action].filter((part) => part !== '').join(', ');
  return `block ${block} (${recorded})`;
}

function placeOf(block: number) {
  return { position: block * BLOCK_POSITIONS };
}
