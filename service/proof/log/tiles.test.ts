/** The stored tiles are those of the tree over all leaves, whatever steps it grew in. */
import assert from 'node:assert/strict';
import { type TileData, tileWidth, treeBuilder } from '@assize/evidence-format';
import { chainIn, growTo, leavesOf, untilSigned } from '../../../tests/support/chains.ts';
import { testOnEachDatabase, testOnOneDatabase } from '../../../tests/support/databases.ts';
import { openTestHouse } from '../../../tests/support/house.ts';
import type { Database } from '../../database/open.ts';

async function requireTiles(db: Database, chain: number): Promise<void> {
  const { size, root } = await untilSigned(db, chain);
  const leaves = await leavesOf(db, chain);
  assert.equal(leaves.length, size);
  const builder = treeBuilder();
  const full = builder.append(leaves);
  const partial = builder.partialTiles().filter(({ level }) => level > 0);
  const expected = new Map([...full, ...partial].map((tile) => [nameOf(tile), tile]));
  assert.deepEqual(Buffer.from(root), Buffer.from(builder.root()));
  const stored = await db.selectFrom('tiles').selectAll().where('chain', '=', chain).execute();
  for (const { level, tile, hashes } of stored) {
    const other = expected.get(nameOf({ level, index: tile }));
    assert.equal(hashes.length, 32 * tileWidth(size, level, tile), `${level}/${tile}`);
    assert.deepEqual(Buffer.from(hashes), Buffer.from(other?.bytes ?? []), `${level}/${tile}`);
  }
  assert.equal(stored.length, expected.size);
}

function nameOf({ level, index }: Pick<TileData, 'level' | 'index'>): string {
  return `${level}/${index}`;
}

testOnEachDatabase('stores-each-full-tile-and-those-above-as-they-grow', async (location, t) => {
  const { house } = await openTestHouse(t, location);
  const chain = await chainIn(house.db);
  for (const size of [255, 256, 257, 511, 512, 513, 1023, 2100]) {
    await growTo(house.db, chain, size);
    await requireTiles(house.db, chain);
  }
});

testOnOneDatabase('stores-tiles-of-the-third-level', async (location, t) => {
  const { house } = await openTestHouse(t, location);
  const chain = await chainIn(house.db);
  await growTo(house.db, chain, 65_535);
  await untilSigned(house.db, chain);
  await growTo(house.db, chain, 65_537);
  await requireTiles(house.db, chain);
});

testOnEachDatabase('makes-tiles-again-that-were-lost', async (location, t) => {
  const { house } = await openTestHouse(t, location);
  const chain = await chainIn(house.db);
  await growTo(house.db, chain, 1500);
  await untilSigned(house.db, chain);
  await house.close();
  const again = await openTestHouse(t, location);
  await again.house.db.deleteFrom('tiles').where('level', '=', 1).execute();
  await growTo(again.house.db, chain, 1800);
  await requireTiles(again.house.db, chain);
});
