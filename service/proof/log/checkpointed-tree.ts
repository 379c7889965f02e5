/** Reads tiles and proofs of a checkpoint. Proofs are verified before they are returned: an altered tile gives none. */
import {
  type ConsistencyProof,
  carryOut,
  consistencyPlan,
  HASH_BYTES,
  type HashAt,
  hashesFromTiles,
  type InclusionProof,
  inclusionPlan,
  type ProofPlan,
  rootOf,
  rootPlan,
  TILE_WIDTH,
  type Tile,
  type TileData,
  tilesForNodes,
  tileWidth,
  verifyConsistency,
  verifyInclusion,
} from '@assize/evidence-format';
import { readLeafHashes } from '../../database/evidence/leaf-hashes.ts';
import type { TreeDeps } from './chain-tree.ts';
import type { SignedCheckpoint } from './checkpoints.ts';
import { readTiles } from './tile-store.ts';

/** The tiles or artifacts are not those of the checkpoint. */
export class AlteredTree extends Error {
  override readonly name = 'AlteredTree';
}

export interface CheckpointedTree extends TreeDeps {
  chain: number;
  checkpoint: SignedCheckpoint;
}

/** Proves that the artifact with this position and hash is in the tree of the checkpoint. @throws {AlteredTree} */
export async function proveArtifact(
  tree: CheckpointedTree,
  position: number,
  hash: Uint8Array,
): Promise<InclusionProof> {
  const { size, root } = tree.checkpoint;
  const plan = inclusionPlan(size, position);
  const hashes = carryOut(plan, await hashesOf(tree, plan));
  const proof = { size, index: position, hashes };
  if (verifyInclusion(proof, hash, root)) return proof;
  throw new AlteredTree(`artifact ${position} is not in the tree of ${size} that was signed`);
}

export interface ProvenConsistency extends ConsistencyProof {
  fromRoot: Uint8Array;
  toRoot: Uint8Array;
}

/** Proves that the checkpoint's tree begins with that of `from` artifacts, at most its size. @throws {AlteredTree} */
export async function proveGrowth(tree: CheckpointedTree, from: number): Promise<ProvenConsistency> {
  const { size: to, root: toRoot } = tree.checkpoint;
  const plan = consistencyPlan(from, to);
  const hashAt = await hashesOf(tree, [...plan, rootPlan(from)]);
  const fromRoot = rootOf(from, hashAt);
  const proof = { from, to, hashes: carryOut(plan, hashAt) };
  if (verifyConsistency(proof, fromRoot, toRoot)) return { ...proof, fromRoot, toRoot };
  throw new AlteredTree(`the tree of ${from} is not what the signed tree of ${to} begins with`);
}

/** null if the tree of the checkpoint has no such tile. @throws {AlteredTree} if the tile is missing. */
export async function tileOf(tree: CheckpointedTree, tile: Tile): Promise<TileData | null> {
  const { level, index, width } = tile;
  if (width > tileWidth(tree.checkpoint.size, level, index)) return null;
  const [found] = await readAll(tree, [tile]);
  return found ?? null;
}

async function hashesOf(tree: CheckpointedTree, plan: ProofPlan): Promise<HashAt> {
  return hashesFromTiles(await readAll(tree, tilesForNodes(tree.checkpoint.size, plan.flat())));
}

/** A partial tile of leaf hashes is only in the artifacts. */
async function readAll(tree: CheckpointedTree, tiles: readonly Tile[]): Promise<TileData[]> {
  const { db, chain } = tree;
  const isStored = ({ level, width }: Tile) => level > 0 || width === TILE_WIDTH;
  const [stored, ...partial] = await Promise.all([
    readTiles(db, chain, tiles.filter(isStored)),
    ...tiles.filter((tile) => !isStored(tile)).map((tile) => leavesOf(tree, tile)),
  ]);
  if (stored === null) throw new AlteredTree('a tile of the signed tree is missing');
  return [...stored, ...partial];
}

async function leavesOf({ db, kind, chain }: CheckpointedTree, tile: Tile): Promise<TileData> {
  const start = tile.index * TILE_WIDTH;
  const { hashes } = await readLeafHashes(db, kind, chain, start, start + tile.width);
  if (hashes.length !== tile.width * HASH_BYTES)
    throw new AlteredTree(`artifacts after ${start} are missing`);
  return { ...tile, bytes: hashes };
}
