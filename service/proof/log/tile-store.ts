/**
 * The tiles of a chain's tree in the database. A full tile of leaf hashes never changes; a tile above them only grows.
 * They are not trusted: the root shows whether they are correct.
 */
import { HASH_BYTES, sameHash, TILE_WIDTH, type Tile, type TileData } from '@assize/evidence-format';
import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import { Refusal } from './refusal.ts';

/** The number of full tiles of leaf hashes; they are always the first ones. */
export async function fullTiles(db: Database, chain: number): Promise<number> {
  const row = await db
    .selectFrom('tiles')
    .select('tile')
    .where('chain', '=', chain)
    .where('level', '=', 0)
    .orderBy('tile', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? 0 : row.tile + 1;
}

/** Reads tiles in the requested width, which may have grown since. @returns null if one is missing or shorter. */
export async function readTiles(
  db: Database,
  chain: number,
  wanted: readonly Tile[],
): Promise<TileData[] | null> {
  if (wanted.length === 0) return [];
  const rows = await db
    .selectFrom('tiles')
    .select(['level', 'tile', 'hashes'])
    // Each alternative names the chain, so that the look-up uses the whole key.
    .where((row) => row.or(wanted.map(({ level, index }) => row.and({ chain, level, tile: index }))))
    .execute();
  const found = new Map(rows.map(({ level, tile, hashes }) => [`${level}/${tile}`, hashes]));
  const tiles = wanted.flatMap((tile) => {
    const bytes = found.get(`${tile.level}/${tile.index}`);
    const length = tile.width * HASH_BYTES;
    return bytes === undefined || bytes.length < length
      ? []
      : [{ ...tile, bytes: bytes.subarray(0, length) }];
  });
  return tiles.length === wanted.length ? tiles : null;
}

/**
 * Stores filled tiles and those above them in one transaction, so that no tile is without the tiles below it.
 * @throws {Refusal} `altered_tile` if a stored full tile differs.
 */
export async function storeTiles(db: Database, chain: number, tiles: readonly TileData[]): Promise<void> {
  if (tiles.length === 0) return;
  const full = tiles.filter(({ level }) => level === 0).map((tile) => rowOf(chain, tile));
  const above = tiles.filter(({ level }) => level > 0).map((tile) => rowOf(chain, tile));
  await db.transaction().execute(async (tx) => {
    if (full.length > 0) {
      const stored = await tx
        .insertInto('tiles')
        .values(full)
        .onConflict((conflict) => conflict.doNothing())
        .returning('tile')
        .execute();
      if (stored.length < full.length) await requireSame(tx, chain, tiles);
    }
    if (above.length === 0) return;
    await tx
      .insertInto('tiles')
      .values(above)
      .onConflict((conflict) =>
        conflict
          .columns(['chain', 'level', 'tile'])
          .doUpdateSet((row) => ({ hashes: row.ref('excluded.hashes') }))
          .where(sql<boolean>`length(excluded.hashes) > length(tiles.hashes)`),
      )
      .execute();
  });
}

async function requireSame(db: Database, chain: number, tiles: readonly TileData[]): Promise<void> {
  const full = tiles.filter(({ level }) => level === 0);
  const stored = await readTiles(db, chain, full);
  for (const [place, { index, bytes }] of full.entries()) {
    const other = stored?.[place]?.bytes;
    if (other !== undefined && sameHash(other, bytes)) continue;
    const first = index * TILE_WIDTH;
    const message = `The stored tile of artifacts ${first} to ${first + TILE_WIDTH - 1} was altered: it does not have their hashes.`;
    throw new Refusal('altered_tile', message, first);
  }
}

function rowOf(chain: number, { level, index, bytes }: TileData) {
  return { chain, level, tile: index, hashes: bytes };
}
