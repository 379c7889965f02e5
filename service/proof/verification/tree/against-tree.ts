/** Compares the tree of the records with the stored tiles above it, and with every checkpoint. */
import {
  formatHash,
  mayHaveLost,
  restoreSentence,
  type StatedRestore,
  TILE_WIDTH,
} from '@assize/evidence-format';
import { readLeafHashes } from '../../../database/evidence/leaf-hashes.ts';
import type { DatabaseLocation } from '../../../database/location.ts';
import type { Database } from '../../../database/open.ts';
import type { HeldCheckpoint } from '../held-checkpoints.ts';
import { type Problem, shorterThan } from '../problem.ts';
import { tileProblem } from './stored-tile.ts';
import { rootOfState, type TreeOfTiles } from './tree-of-tiles.ts';

/** @param tiled tiles of artifacts before this position must exist. */
export async function upperTileProblems(
  db: Database,
  chain: number,
  tree: TreeOfTiles,
  tiled: number,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const { level, index, bytes } of tree.tiles()) {
    const stored = await db
      .selectFrom('tiles')
      .select('hashes')
      .where('chain', '=', chain)
      .where('level', '=', level)
      .where('tile', '=', index)
      .executeTakeFirst();
    const needed = Math.min(TILE_WIDTH, Math.floor(tiled / TILE_WIDTH ** level) - index * TILE_WIDTH);
    const expected = { level, index, hashes: bytes, needed: Math.max(0, needed) };
    const problem = tileProblem(stored?.hashes ?? null, expected);
    if (problem !== null) problems.push(problem);
  }
  return problems;
}

interface Place {
  db: Database;
  kind: DatabaseLocation['kind'];
  chain: number;
}

interface Verified {
  tree: TreeOfTiles | null;
  rest: Uint8Array[] | null;
  restores: readonly StatedRestore[];
}

/** The problem if the tree is shorter than a checkpoint's, or differs from it. */
export async function rewrittenHistory(
  place: Place,
  { tree, rest, restores }: Verified,
  size: number,
  held: readonly HeldCheckpoint[],
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const checkpoint of held) {
    const what = checkpoint.by === 'caller' ? 'trusted' : 'signed';
    const explained = (problem: Problem) => withRestores(problem, checkpoint, restores);
    if (checkpoint.size > size) {
      problems.push(explained(shorterThan(what, size, checkpoint.size)));
    } else if (tree !== null && rest !== null) {
      const root = rootOfState(
        tree.stateAt(checkpoint.size, await restAt(place, tree, rest, checkpoint.size)),
      );
      if (root !== formatHash(checkpoint.root)) problems.push(explained(rewritten(what, checkpoint.size)));
    }
  }
  return dropRepeated(problems);
}

/** The leaf hashes between the last full tile of a tree of this size and its end. They are already verified. */
async function restAt(
  { db, kind, chain }: Place,
  tree: TreeOfTiles,
  rest: Uint8Array[],
  size: number,
): Promise<Uint8Array[]> {
  const start = Math.floor(size / TILE_WIDTH) * TILE_WIDTH;
  if (start === tree.size) return rest;
  if (start === size) return [];
  const { hashes } = await readLeafHashes(db, kind, chain, start, size);
  return [hashes];
}

function rewritten(what: 'signed' | 'trusted', size: number): Problem {
  const message =
    what === 'signed'
      ? `The first ${size} records are not those that were signed.`
      : `The first ${size} records are not those of the trusted checkpoint.`;
  return { index: null, problem: 'history_rewritten', message };
}

/** A caller's checkpoint may cover records lost in a restore; if so, the problem names the record of the restore. */
function withRestores(
  problem: Problem,
  { by, size }: HeldCheckpoint,
  restores: readonly StatedRestore[],
): Problem {
  const reasons = restores.filter((restore) => by === 'caller' && mayHaveLost(restore, size));
  if (reasons.length === 0) return problem;
  const message = [problem.message, ...reasons.map(restoreSentence)].join(' ');
  return { index: null, problem: 'lost_in_restore', message };
}

/** The checkpoints of the folder and the database are usually the same. */
function dropRepeated(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [problem.message, problem])).values()];
}
