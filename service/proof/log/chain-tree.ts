/**
 * The tree of one chain as far as it was taken in, in constant memory. It is opened from stored tiles that nobody needs
 * to trust, and grows by the hashes of the artifacts behind them, a page at a time.
 */
import {
  GENESIS_HASH,
  partialTilesOf,
  sameHash,
  TILE_WIDTH,
  type TileData,
  treeBuilder,
} from '@assize/evidence-format';
import { readLeafHashes } from '../../database/leaf-hashes.ts';
import type { DatabaseLocation } from '../../database/location.ts';
import type { Database } from '../../database/open.ts';
import { Refusal } from './refusal.ts';
import { fullTiles, readTiles, storeTiles } from './tile-store.ts';

export interface TreeDeps {
  db: Database;
  kind: DatabaseLocation['kind'];
  /** What is only looked at leaves no tiles behind. */
  storesNothing?: boolean;
}

export interface ChainTree {
  readonly size: number;
  /** The hash of the last artifact taken in. */
  readonly head: Uint8Array;
  root(): Uint8Array;
  /**
   * Takes in at most `pages` pages of artifacts, up to this size, and stores the tiles that they filled.
   * @returns how many pages it took. @throws {Refusal} where they are not there, or do not follow what was taken in.
   */
  grow(size: number, pages: number): Promise<number>;
}

/** Small enough that hashing one holds up the event loop for no more than a millisecond or two. */
export const PAGE_LEAVES = 512;
/** Tiles are stored whenever so many pages were taken in, so that no transaction grows large. */
const PAGES_A_TRANSACTION = 32;

const HASH_BYTES = 32;
const SIZE_BYTES = 8;

/** The tree of the chain's first artifacts: as many as there are tiles of, but no more than `size`. */
export async function openTree(deps: TreeDeps, chain: number, size: number): Promise<ChainTree> {
  const { db, kind, storesNothing = false } = deps;
  const tiled = Math.min(await fullTiles(db, chain), Math.floor(size / TILE_WIDTH)) * TILE_WIDTH;
  const above = await readTiles(db, chain, partialTilesOf(tiled));
  // Where one of them is gone, all are made again.
  const start = above === null ? 0 : tiled;
  const builder = treeBuilder(stateOf(start, above ?? []));
  let head = start === 0 ? GENESIS_HASH : (await readLeafHashes(db, kind, chain, start - 1, start)).hashes;

  async function takeIn(end: number): Promise<TileData[]> {
    const start = builder.size;
    const { hashes, previousHash } = await readLeafHashes(db, kind, chain, start, end);
    if (hashes.length !== (end - start) * HASH_BYTES) {
      const message = `Of the artifacts ${start} to ${end - 1} not all are there.`;
      throw new Refusal('missing_record', message);
    }
    if (previousHash === null || !sameHash(previousHash, head)) {
      const message = `Artifact ${start} does not follow the one that was signed before it.`;
      throw new Refusal('history_rewritten', message, start);
    }
    // A copy: what the database answered with may be a view of something large.
    head = Uint8Array.from(hashes.subarray(-HASH_BYTES));
    return builder.append(eachHash(hashes));
  }

  async function store(filled: readonly TileData[]): Promise<void> {
    if (filled.length === 0 || storesNothing) return;
    const partial = builder.partialTiles().filter(({ level }) => level > 0);
    await storeTiles(db, chain, [...filled, ...partial]);
  }

  return {
    get size() {
      return builder.size;
    },
    get head() {
      return head;
    },
    root: () => builder.root(),
    async grow(size, pages) {
      let taken = 0;
      while (builder.size < size && taken < pages) {
        const filled: TileData[] = [];
        for (let page = 0; page < PAGES_A_TRANSACTION && builder.size < size && taken < pages; page += 1) {
          filled.push(...(await takeIn(Math.min(size, builder.size + PAGE_LEAVES))));
          taken += 1;
        }
        await store(filled);
      }
      return taken;
    },
  };
}

/** What `state()` of a builder of so many leaves would be, where all tiles of leaves are full. */
function stateOf(size: number, partial: readonly TileData[]): Uint8Array {
  const head = Buffer.alloc(SIZE_BYTES);
  head.writeBigUInt64BE(BigInt(size));
  return Buffer.concat([head, ...(size === 0 ? [] : partial.map(({ bytes }) => bytes))]);
}

function eachHash(hashes: Uint8Array): Uint8Array[] {
  return Array.from({ length: hashes.length / HASH_BYTES }, (_, place) =>
    hashes.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES),
  );
}
