/** Compares tiles with their sources: level 0 with the artifacts, each level above with the tiles below it. */

import {
  HASH_BYTES,
  hashesOfTile,
  sameHash,
  TILE_BYTES,
  TILE_WIDTH,
  treeRoot,
} from '@assize/evidence-format';
import { artifactsIn, rangesOf, sizeOf } from '../../../evidence/reading/index.ts';
import { rowsOf } from '../../comparing/rows.ts';
import type { ChainOfRows, Tally } from '../../registry.ts';

const TILES_AT_ONCE = 32;

export interface Log extends ChainOfRows {
  /** The number of artifacts. */
  end: number;
  /** The number that the checkpoint vouches for. */
  vouched: number;
}

/** The root of each full run of 256; null if an artifact of it is missing. */
export type Roots = (Uint8Array | null)[];

/** @returns the roots of the artifacts themselves, independent of the tiles. */
export async function checkTiles(tally: Tally, log: Log): Promise<Roots> {
  const { made, stored } = await checkLeafTiles(tally, log);
  let below = stored;
  let level = 1;
  for (; below.length > 0; level += 1) below = await checkUpperTiles(tally, log, level, below);
  await checkNothingAbove(tally, log, level);
  return made;
}

/** The hashes of the artifacts in a range, in order; null where one is missing. */
export async function readHashes({ db, chain }: ChainOfRows, from: number, to: number): Promise<Roots> {
  const rows = await artifactsIn(db, chain, from, to).select(['position', 'hash']).execute();
  const hashes: Roots = new Array(to - from).fill(null);
  for (const { position, hash } of rows) hashes[position - from] = hash;
  return hashes;
}

async function checkLeafTiles(tally: Tally, log: Log): Promise<{ made: Roots; stored: Roots }> {
  const full = Math.floor(log.end / TILE_WIDTH);
  const [made, stored]: [Roots, Roots] = [[], []];
  for await (const { from, to } of rangesOf(full, TILES_AT_ONCE)) {
    const tiles = await readTiles(log, 0, from, to);
    const hashes = await readHashes(log, from * TILE_WIDTH, to * TILE_WIDTH);
    for (let tile = from; tile < to; tile += 1) {
      const leaves = hashes.slice((tile - from) * TILE_WIDTH, (tile - from + 1) * TILE_WIDTH);
      const root = rootOfRun(leaves);
      const bytes = tiles.get(tile);
      const first = tile * TILE_WIDTH;
      const fault = bytes === undefined ? null : differsAt(bytes, leaves, TILE_WIDTH);
      made.push(root);
      stored.push(bytes === undefined || fault === null ? root : rootOfBytes(bytes));
      if (bytes === undefined) {
        if (first + TILE_WIDTH <= log.vouched)
          tally.compared(`Tile ${tile} of level 0 is missing.`, { position: first });
        continue;
      }
      const position = first + (fault ?? 0);
      const what = `Tile ${tile} of level 0 does not have the hash of artifact ${position}.`;
      tally.compared(fault === null ? null : what, { position });
    }
  }
  await checkNoneBeyond(tally, log, 0, full);
  return { made, stored };
}

/** @returns the roots of this level's full tiles. @param below those of the level below, each a hash of this one. */
async function checkUpperTiles(tally: Tally, log: Log, level: number, below: Roots): Promise<Roots> {
  const covers = TILE_WIDTH ** level;
  const roots: Roots = [];
  for (let from = 0; from < below.length; from += TILE_WIDTH) {
    const tile = from / TILE_WIDTH;
    const expected = below.slice(from, from + TILE_WIDTH);
    const due = Math.min(TILE_WIDTH, Math.max(0, Math.floor(log.vouched / covers) - from));
    const bytes = (await readTiles(log, level, tile, tile + 1)).get(tile);
    const missingAt = due > 0 ? 0 : null;
    const fault = bytes === undefined ? missingAt : differsAt(bytes, expected, due);
    const differs = `does not have the root of tile ${from + (fault ?? 0)} of the level below`;
    const what = `Tile ${tile} of level ${level} ${bytes === undefined ? 'is missing' : differs}.`;
    if (bytes !== undefined || due > 0)
      tally.compared(fault === null ? null : what, { position: (from + (fault ?? 0)) * covers });
    if (expected.length === TILE_WIDTH) {
      roots.push(fault === null || bytes === undefined ? rootOfRun(expected) : rootOfBytes(bytes));
    }
    if (bytes !== undefined) await checkWidth(tally, log, { level, tile, bytes });
  }
  await checkNoneBeyond(tally, log, level, Math.ceil(below.length / TILE_WIDTH));
  return roots;
}

/** A tile may have grown since, but by no more hashes than the chain has. */
async function checkWidth(
  tally: Tally,
  { db, chain, end }: Log,
  { level, tile, bytes }: { level: number; tile: number; bytes: Uint8Array },
): Promise<void> {
  const last = tile * TILE_WIDTH + bytes.length / HASH_BYTES;
  const covers = TILE_WIDTH ** level;
  if (last <= Math.floor(end / covers) || last <= Math.floor((await sizeOf(db, chain)) / covers)) return;
  tally.gap(`Tile ${tile} of level ${level} has hashes of what lies beyond the chain.`, { position: end });
}

/** @param endTile the first tile that was not looked at. */
async function checkNoneBeyond(tally: Tally, log: Log, level: number, endTile: number): Promise<void> {
  const all = rowsOf(log, 'tiles').clearSelect().select('tile').where('level', '=', level);
  const rows = await all.where('tile', '>=', endTile).orderBy('tile').execute();
  if (rows.length === 0) return;
  // Read after the tiles: the sources of a tile exist before it is stored.
  const now = await sizeOf(log.db, log.chain);
  for (const { tile } of rows) {
    // Tiles of level 0 are stored when they are full, the others from their first hash on.
    const least = level === 0 ? (tile + 1) * TILE_WIDTH : (tile * TILE_WIDTH + 1) * TILE_WIDTH ** level;
    if (least <= now) continue;
    tally.compared(`Tile ${tile} of level ${level} stands beyond the end of the chain.`, {
      position: log.end,
    });
  }
}

async function checkNothingAbove(tally: Tally, log: Log, level: number): Promise<void> {
  const above = rowsOf(log, 'tiles').clearSelect().select('level').where('level', '>=', level);
  for (const row of await above.distinct().execute()) await checkNoneBeyond(tally, log, row.level, 0);
}

async function readTiles(log: Log, level: number, from: number, to: number) {
  const all = rowsOf(log, 'tiles').where('level', '=', level);
  const rows = await all.where('tile', '>=', from).where('tile', '<', to).execute();
  return new Map(rows.map(({ tile, hashes }) => [tile, hashes]));
}

/** The place of the first unexpected hash; null if there is none. Only the first `due` hashes must be there. */
function differsAt(bytes: Uint8Array, expected: Roots, due: number): number | null {
  if (bytes.length % HASH_BYTES !== 0 || bytes.length > TILE_BYTES) return 0;
  const width = bytes.length / HASH_BYTES;
  for (let place = 0; place < Math.min(width, expected.length); place += 1) {
    const hash = expected[place] ?? null;
    if (hash === null) continue;
    if (!sameHash(bytes.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES), hash)) return place;
  }
  return width < due ? width : null;
}

function rootOfRun(hashes: Roots): Uint8Array | null {
  return hashes.includes(null) ? null : treeRoot(hashes as Uint8Array[]);
}

function rootOfBytes(bytes: Uint8Array): Uint8Array | null {
  return bytes.length === TILE_BYTES ? treeRoot(hashesOfTile(bytes)) : null;
}
