/** The tree above the tiles of leaves: the hashes of every level, and so the root at any later size. */
import {
  formatHash,
  HASH_BYTES,
  hashesOfTile,
  partialTilesOf,
  TILE_WIDTH,
  type TileData,
  treeBuilder,
  treeRoot,
} from '@assize/evidence-format';

const SIZE_BYTES = 8;

/** The hashes of a level, from `start`, which begins a tile. */
interface Level {
  start: number;
  hashes: Uint8Array[];
}

export type TreeOfTiles = ReturnType<typeof treeOfTiles>;

/** @param state the state of a tree with only full tiles of leaves; defaults to the empty tree. */
export function treeOfTiles(state?: Uint8Array) {
  const builder = treeBuilder(state);
  let { size } = builder;
  const levels: Level[] = [];
  for (const { level, index, bytes } of builder.partialTiles()) {
    levels[level] = { start: index * TILE_WIDTH, hashes: hashesOfTile(bytes) };
  }

  /** A level that the state does not contain starts at the beginning of a tile. */
  function levelAt(level: number): Level {
    const found = levels[level] ?? { start: Math.floor(builder.size / TILE_WIDTH ** level), hashes: [] };
    levels[level] = found;
    return found;
  }

  function place(hash: Uint8Array, level: number): void {
    const { hashes } = levelAt(level);
    hashes.push(hash);
    if (hashes.length % TILE_WIDTH === 0) place(treeRoot(hashes.slice(-TILE_WIDTH)), level + 1);
  }

  function hashesOf(level: number, index: number, width: number): Uint8Array[] {
    const { start, hashes } = levelAt(level);
    const from = index * TILE_WIDTH - start;
    if (from < 0 || from + width > hashes.length) throw new RangeError(`no tile ${index} at level ${level}`);
    return hashes.slice(from, from + width);
  }

  return {
    /** The number of leaves in its full tiles. */
    get size() {
      return size;
    },
    /** Adds the roots of the next full tiles. */
    append(tileRoots: readonly Uint8Array[]): void {
      for (const root of tileRoots) place(root, 1);
      size += tileRoots.length * TILE_WIDTH;
    },
    /** The state of a `treeBuilder` of `wanted` leaves. @param rest the leaf hashes after the last full tile. */
    stateAt(wanted: number, rest: readonly Uint8Array[]): Uint8Array {
      const head = Buffer.alloc(SIZE_BYTES);
      head.writeBigUInt64BE(BigInt(wanted));
      const rows = partialTilesOf(wanted).map(({ level, index, width }) =>
        level === 0 ? rest.slice(0, width) : hashesOf(level, index, width),
      );
      return Buffer.concat([head, ...rows.flat()]);
    },
    /** The known tiles above the tiles of leaves, the lowest level first. */
    tiles(): TileData[] {
      return levels.flatMap(({ start, hashes }, level) => {
        const tiles: TileData[] = [];
        for (let from = 0; from < hashes.length; from += TILE_WIDTH) {
          const bytes = Buffer.concat(hashes.slice(from, from + TILE_WIDTH));
          tiles.push({ level, index: (start + from) / TILE_WIDTH, width: bytes.length / HASH_BYTES, bytes });
        }
        return tiles;
      });
    },
  };
}

/** The root of the tree with this state, as `sha256:` and hex. */
export function rootOfState(state: Uint8Array): string {
  return formatHash(treeBuilder(state).root());
}
