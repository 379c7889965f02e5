/**
 * Grows a tree leaf by leaf, in constant memory, and returns each tile of each level as soon as it is full. Between two
 * leaves it only keeps the tree's partial tiles, so it can be saved and resumed anywhere.
 */

import { HASH_BYTES } from '../platform/sha256.ts';
import { EMPTY_ROOT, requireHash, requireTreeSize, treeRoot } from './merkle.ts';
import { hashesOfTile, partialTilesOf, TILE_BYTES, TILE_WIDTH, type TileData } from './tile.ts';

export interface TreeBuilder {
  /**
   * Appends leaf hashes and returns the tiles that they filled, in that order. Throws a TypeError, and appends nothing,
   * if one of them doesn't have 32 bytes.
   */
  append(leafHashes: readonly Uint8Array[]): TileData[];
  readonly size: number;
  /** The root of the current tree (RFC 6962 section 2.1). */
  root(): Uint8Array;
  /** Copies of the current tree's partial tiles, the lowest level first. */
  partialTiles(): TileData[];
  /** The whole state: the size as 8 big-endian bytes, then the partial tiles, the lowest level first. */
  state(): Uint8Array;
}

const SIZE_BYTES = 8;

/** The row of a level that waits to become a full tile. */
interface Row {
  bytes: Uint8Array;
  width: number;
}

/** A builder of a new tree, or of the tree that `state()` came from. Throws a SyntaxError on an invalid state. */
export function treeBuilder(state?: Uint8Array): TreeBuilder {
  let { size, rows } = state === undefined ? { size: 0, rows: [] } : readState(state);

  function append(leafHashes: readonly Uint8Array[]): TileData[] {
    leafHashes.forEach(requireHash);
    requireTreeSize(size + leafHashes.length);
    const full: TileData[] = [];
    for (const hash of leafHashes) {
      size += 1;
      place(hash, 0, full);
    }
    return full;
  }

  function place(hash: Uint8Array, level: number, full: TileData[]): void {
    const row = rowAt(level);
    row.bytes.set(hash, row.width * HASH_BYTES);
    row.width += 1;
    if (row.width < TILE_WIDTH) return;
    const bytes = row.bytes.slice();
    row.width = 0;
    full.push({ level, index: Math.floor(size / TILE_WIDTH ** (level + 1)) - 1, width: TILE_WIDTH, bytes });
    place(treeRoot(hashesOfTile(bytes)), level + 1, full);
  }

  function rowAt(level: number): Row {
    const row = rows[level] ?? { bytes: new Uint8Array(TILE_BYTES), width: 0 };
    rows[level] = row;
    return row;
  }

  const partialTiles = () =>
    partialTilesOf(size).map((tile) => ({ ...tile, bytes: filled(rowAt(tile.level)).slice() }));

  return {
    append,
    get size() {
      return size;
    },
    root: () => rootOfRows(rows),
    partialTiles,
    state: () => writeState(size, rows),
  };
}

function filled({ bytes, width }: Row): Uint8Array {
  return bytes.subarray(0, width * HASH_BYTES);
}

/** Each row's hashes are followed by the root of all leaves that are too new to be under one of them. */
function rootOfRows(rows: readonly Row[]): Uint8Array {
  let newest: Uint8Array[] = [];
  for (const row of rows) {
    const hashes = row.width === 0 ? newest : [...hashesOfTile(filled(row)), ...newest];
    newest = hashes.length === 0 ? [] : [treeRoot(hashes)];
  }
  return Uint8Array.from(newest[0] ?? EMPTY_ROOT);
}

function writeState(size: number, rows: readonly Row[]): Uint8Array {
  const parts = rows.map(filled);
  const state = new Uint8Array(SIZE_BYTES + parts.reduce((sum, part) => sum + part.length, 0));
  new DataView(state.buffer).setBigUint64(0, BigInt(size));
  let offset = SIZE_BYTES;
  for (const part of parts) {
    state.set(part, offset);
    offset += part.length;
  }
  return state;
}

function readState(state: Uint8Array): { size: number; rows: Row[] } {
  if (state.length < SIZE_BYTES) throw new SyntaxError('The state of a tree begins with its size');
  const stated = new DataView(state.buffer, state.byteOffset).getBigUint64(0);
  if (stated > BigInt(Number.MAX_SAFE_INTEGER))
    throw new SyntaxError('No tree is as large as this state says');
  const size = Number(stated);
  const rows: Row[] = [];
  let offset = SIZE_BYTES;
  for (const { level, width } of partialTilesOf(size)) {
    // Levels in between, whose row is empty at present.
    while (rows.length < level) rows.push({ bytes: new Uint8Array(TILE_BYTES), width: 0 });
    const end = offset + width * HASH_BYTES;
    const bytes = new Uint8Array(TILE_BYTES);
    bytes.set(state.subarray(offset, end));
    rows.push({ bytes, width });
    offset = end;
  }
  if (offset !== state.length) {
    throw new SyntaxError(`The state of a tree of ${size} leaves has ${offset} bytes, not ${state.length}`);
  }
  return { size, rows };
}
