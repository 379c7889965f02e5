/**
 * The tiles of a tree (C2SP tlog-tiles): 256 adjacent hashes, whose tree of height 8 is one hash in the next level. A
 * full tile never changes; the last tile of a level may be partial, and only grows.
 */

import { HASH_BYTES } from '../platform/sha256.ts';
import { requireTreeSize, treeRoot } from './merkle.ts';
import type { HashAt, TreeNode } from './merkle-plan.ts';

export const TILE_HEIGHT = 8;
/** The number of hashes in a full tile. */
export const TILE_WIDTH = 256;
export const TILE_BYTES = TILE_WIDTH * HASH_BYTES;

/** Level 0 holds leaf hashes; a level of tiles covers 8 levels of the tree. A full tile has the width 256. */
export interface Tile {
  level: number;
  index: number;
  width: number;
}

export interface TileData extends Tile {
  /** The hashes, concatenated: 32 bytes times the width. */
  bytes: Uint8Array;
}

/**
 * How many hashes of a tile a tree of this size has (C2SP tlog-tiles, Partial Tiles): 256 if the tile is full, 0 if the
 * tree has no such tile.
 */
export function tileWidth(size: number, level: number, index: number): number {
  const hashesOfTheLevel = Math.floor(size / TILE_WIDTH ** level);
  return Math.min(TILE_WIDTH, Math.max(0, hashesOfTheLevel - index * TILE_WIDTH));
}

/** The partial tiles of a tree of this size, at most one for each level. Throws a RangeError on an invalid size. */
export function partialTilesOf(size: number): Tile[] {
  requireTreeSize(size);
  const tiles: Tile[] = [];
  for (let hashes = size, level = 0; hashes > 0; hashes = Math.floor(hashes / TILE_WIDTH), level += 1) {
    const width = hashes % TILE_WIDTH;
    if (width > 0) tiles.push({ level, index: Math.floor(hashes / TILE_WIDTH), width });
  }
  return tiles;
}

/** The hashes of a tile, as views of its bytes. Throws a TypeError if these aren't 1 to 256 whole hashes. */
export function hashesOfTile(bytes: Uint8Array): Uint8Array[] {
  const width = bytes.length / HASH_BYTES;
  if (!Number.isInteger(width) || width < 1 || width > TILE_WIDTH) {
    throw new TypeError(`A tile has from 1 to ${TILE_WIDTH} hashes of ${HASH_BYTES} bytes, not ${width}`);
  }
  return Array.from({ length: width }, (_, place) =>
    bytes.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES),
  );
}

/** Where to find a node of the tree: its hash is the root over `count` hashes of a tile, from the one at `start` on. */
export interface TilePlace {
  level: number;
  index: number;
  start: number;
  count: number;
}

/** The place of the hash of a complete subtree. In every tree with this subtree, its tile has at least these hashes. */
export function tilePlace({ level, index }: TreeNode): TilePlace {
  const count = 2 ** (level % TILE_HEIGHT);
  const first = index * count;
  return {
    level: Math.floor(level / TILE_HEIGHT),
    index: Math.floor(first / TILE_WIDTH),
    start: first % TILE_WIDTH,
    count,
  };
}

/**
 * The tiles of a tree of this size that contain these nodes, each once. Throws a RangeError on a node that it lacks.
 */
export function tilesForNodes(size: number, nodes: Iterable<TreeNode>): Tile[] {
  const tiles = new Map<string, Tile>();
  for (const node of nodes) {
    const { level, index, start, count } = tilePlace(node);
    const width = tileWidth(size, level, index);
    if (start + count > width) {
      throw new RangeError(`A tree of ${size} leaves has no node ${node.index} at level ${node.level}`);
    }
    tiles.set(`${level}/${index}`, { level, index, width });
  }
  return [...tiles.values()];
}

/**
 * Reads the hashes of nodes from these tiles, for `carryOut` and `rootOf`. Throws a RangeError on a node that none of
 * them contains.
 */
export function hashesFromTiles(tiles: Iterable<TileData>): HashAt {
  const hashes = new Map<string, Uint8Array[]>();
  for (const { level, index, bytes } of tiles) hashes.set(`${level}/${index}`, hashesOfTile(bytes));
  return (level, index) => {
    const place = tilePlace({ level, index });
    const found = hashes.get(`${place.level}/${place.index}`)?.slice(place.start, place.start + place.count);
    if (found?.length === place.count) return treeRoot(found);
    throw new RangeError(`Node ${index} at level ${level} is in none of these tiles`);
  };
}
