/** The tree of one chain, in constant memory: opened from stored tiles, which need not be trusted, it grows. */
import {
  GENESIS_HASH,
  HASH_BYTES,
  partialTilesOf,
  sameHash,
  TILE_WIDTH,
  type TileData,
  treeBuilder,
} from '@assize/evidence-format';
import { readLeafHashes } from '../../database/evidence/leaf-hashes.ts';
import type { DatabaseLocation } from '../../database/location.ts';
import type { Database } from '../../database/open.ts';
import { Refusal } from './refusal.ts';
import { fullTiles, readTiles, storeTiles } from './tile-store.ts';

export interface TreeDeps {
  db: Database;
  kind: DatabaseLocation['kind'];
  /** Set for a tree that is only checked: it stores no tiles. */
  storesNothing?: boolean;
}

export type ChainTree = Awaited<ReturnType<typeof openTree>>;

/** Small enough that hashing a page blocks the event loop for at most two milliseconds. */
const PAGE_LEAVES = 512;
/** Tiles are stored after this many pages, so that no transaction grows large. */
const PAGES_A_TRANSACTION = 32;

const SIZE_BYTES = 8;

/** The tree of the chain's first artifacts: as many as have tiles, but no more than `size`. */
export async function openTree(deps: TreeDeps, chain: number, size: number) {
  const { db, kind, storesNothing = false } = deps;
  const tiled = Math.min(await fullTiles(db, chain), Math.floor(size / TILE_WIDTH)) * TILE_WIDTH;
  const above = await readTiles(db, chain, partialTilesOf(tiled));
  // If one of them is missing, all are recomputed.
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
    // A copy, because the database's answer may be a view of something large.
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
    /** The hash of the last artifact read. */
    get head() {
      return head;
    },
    root: () => builder.root(),
    /**
     * Reads at most `pages` pages of artifacts, up to this size, and stores the tiles that they fill.
     * @returns how many pages it read. @throws {Refusal} if artifacts are missing, or do not follow the previous ones.
     */
    async grow(size: number, pages: number): Promise<number> {
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

/** The `state()` of a builder of this many leaves, whose tiles of leaves are all full. */
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
