/**
 * The tree of an exported file: its tiles, and the leaves of its segments. Everything is checked against the root of
 * the signed checkpoint, level by level, so that each leaf that passes is a signed one.
 */

import { decodeBase64 } from '../canonical/base64.ts';
import type { JsonObject } from '../canonical/canonical.ts';
import { HASH_BYTES, sameHash } from '../platform/sha256.ts';
import { isTreeSize, treeRoot } from '../tree/merkle.ts';
import { rootOf, rootPlan } from '../tree/merkle-plan.ts';
import {
  hashesFromTiles,
  hashesOfTile,
  partialTilesOf,
  TILE_WIDTH,
  type TileData,
  tilePlace,
  tileWidth,
} from '../tree/tile.ts';

/**
 * The tiles of a tree of this size that a file contains: all tiles above the leaves, and the partial one of the leaves.
 * This takes 32 bytes for 256 leaves.
 */
export class ExportTree {
  readonly #size: number;
  readonly #tiles = new Map<string, TileData>();
  /** The leaves of the segment in which a smaller tree ends whose root will be requested. */
  #kept: TileData | null = null;

  constructor(size: number) {
    this.#size = size;
  }

  /** @throws {SyntaxError} on a tile that a tree of this size doesn't have, or that is too short for it. */
  add({ level, index, hashes }: JsonObject): void {
    const bytes = typeof hashes === 'string' ? decodeBase64(hashes) : null;
    if (!isTreeSize(level) || !isTreeSize(index) || bytes === null) {
      throw new SyntaxError('A tile has level, index, and hashes in base64');
    }
    const width = tileWidth(this.#size, level, index);
    const isWanted = level > 0 ? width > 0 : width > 0 && width < TILE_WIDTH;
    if (!isWanted) throw new SyntaxError(`The file has no place for tile ${index} of level ${level}`);
    const key = `${level}/${index}`;
    if (this.#tiles.has(key)) throw new SyntaxError(`Tile ${index} of level ${level} occurs twice`);
    if (bytes.length !== width * HASH_BYTES) {
      throw new SyntaxError(`Tile ${index} of level ${level} has ${width} hashes of 32 bytes`);
    }
    this.#tiles.set(key, { level, index, width, bytes });
  }

  /** Call this after the last tile. Returns a sentence on what is wrong with them; null if they match this root. */
  faultAgainst(root: Uint8Array): string | null {
    const expected = countOfTiles(this.#size);
    if (this.#tiles.size !== expected) {
      return `The file has ${this.#tiles.size} tiles of the tree instead of ${expected}.`;
    }
    for (const { level, index, width, bytes } of this.#tiles.values()) {
      if (width < TILE_WIDTH) continue;
      const above = this.#hashOf(level, index);
      if (above === null || !sameHash(treeRoot(hashesOfTile(bytes)), above)) {
        return `Tile ${index} of level ${level} of the tree was altered, or the one above it.`;
      }
    }
    const own = rootOf(this.#size, hashesFromTiles(this.#partial(this.#size)));
    return sameHash(own, root) ? null : 'The tiles of the tree do not give the root of the checkpoint.';
  }

  /** Returns the leaves of a segment, or a sentence on what is wrong with them. */
  leaves(segment: number, base64: unknown): { leaves: Uint8Array } | string {
    const bytes = typeof base64 === 'string' ? decodeBase64(base64) : null;
    const width = tileWidth(this.#size, 0, segment);
    if (bytes === null || width === 0 || bytes.length !== width * HASH_BYTES) {
      return `Segment ${segment} does not have the ${width} leaf hashes that it has in the tree.`;
    }
    const isAsInTree =
      width === TILE_WIDTH
        ? this.#isBelow(segment, bytes)
        : sameHash(bytes, this.#tiles.get(`0/${segment}`)?.bytes ?? new Uint8Array());
    return isAsInTree
      ? { leaves: bytes }
      : `The leaf hashes of segment ${segment} are not those of the tree.`;
  }

  #isBelow(segment: number, bytes: Uint8Array): boolean {
    const above = this.#hashOf(0, segment);
    return above !== null && sameHash(treeRoot(hashesOfTile(bytes)), above);
  }

  /** Keeps the leaves of this segment for `rootAt`, for a tree that ends in it. */
  keep(segment: number, bytes: Uint8Array): void {
    this.#kept = { level: 0, index: segment, width: bytes.length / HASH_BYTES, bytes };
  }

  /** The root of the first `size` leaves; null if the file lacks the segment in which they end. */
  rootAt(size: number): Uint8Array | null {
    const tiles = this.#partial(size);
    if (size % TILE_WIDTH > 0 && !tiles.some(({ level }) => level === 0)) return null;
    return rootOf(size, hashesFromTiles(tiles));
  }

  /** The tiles that make up the root of a tree of this size, with which this tree begins. */
  #partial(size: number): TileData[] {
    const tiles = rootPlan(size).flatMap((node) => {
      const { level, index } = tilePlace(node);
      return this.#tiles.get(`${level}/${index}`) ?? [];
    });
    const isKept = this.#kept?.index === Math.floor(size / TILE_WIDTH);
    return this.#kept !== null && isKept ? [...tiles, this.#kept] : tiles;
  }

  /** The hash that represents a full tile in the level above. */
  #hashOf(level: number, index: number): Uint8Array | null {
    const tile = this.#tiles.get(`${level + 1}/${Math.floor(index / TILE_WIDTH)}`);
    const start = (index % TILE_WIDTH) * HASH_BYTES;
    return tile?.bytes.subarray(start, start + HASH_BYTES) ?? null;
  }
}

/** Computed without looping, because a file may claim any size. */
function countOfTiles(size: number): number {
  const partialLeaves = partialTilesOf(size).filter(({ level }) => level === 0).length;
  let count = partialLeaves;
  for (let hashes = Math.floor(size / TILE_WIDTH); hashes > 0; hashes = Math.floor(hashes / TILE_WIDTH)) {
    count += Math.ceil(hashes / TILE_WIDTH);
  }
  return count;
}
