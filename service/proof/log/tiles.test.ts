/** The stored tiles match the tree over all leaves, in any steps in which it grew. */
import assert from 'node:assert/strict';
import { type TileData, tileWidth, treeBuilder } from '@assize/evidence-format';
import { chainIn, growTo, leavesOf, untilSigned } from '../../../tests/support/databases/chains.ts';
import { testOnEachDatabase, testOnOneDatabase } from '../../../tests/support/databases/databases.ts';
import { openWithoutHttp, startTestService } from '../../../tests/support/http/in-process.ts';
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
  const { service } = await openWithoutHttp(t, location);
  const chain = await chainIn(service.db);
  for (const size of [255, 256, 257, 511, 512, 513, 1023, 2100]) {
    await growTo(service.db, chain, size);
    await requireTiles(service.db, chain);
  }
});

testOnOneDatabase('stores-tiles-of-the-third-level', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const chain = await chainIn(service.db);
  await growTo(service.db, chain, 65_535);
  await untilSigned(service.db, chain);
  await growTo(service.db, chain, 65_537);
  await requireTiles(service.db, chain);
});

testOnEachDatabase('makes-tiles-again-that-were-lost', async (location, t) => {
  const { service } = await openWithoutHttp(t, location);
  const chain = await chainIn(service.db);
  await growTo(service.db, chain, 1500);
  await untilSigned(service.db, chain);
  await service.close();
  const again = await startTestService(t, location);
  await again.service.db.deleteFrom('tiles').where('level', '=', 1).execute();
  await growTo(again.service.db, chain, 1800);
  await requireTiles(again.service.db, chain);
});
