/** The tiles of a tree, their paths, and that all of the tree's hashes are found in them. */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { treeRoot } from './merkle.ts';
import { leaves, mth, path, subproof, tilesOf } from './merkle-fixture.ts';
import { carryOut, consistencyPlan, inclusionPlan, rootOf, rootPlan, type TreeNode } from './merkle-plan.ts';
import {
  hashesFromTiles,
  hashesOfTile,
  partialTilesOf,
  type Tile,
  type TileData,
  tilePlace,
  tilesForNodes,
  tileWidth,
} from './tile.ts';
import { bundlePath, parseBundlePath, parseTilePath, tilePath } from './tile-path.ts';
import { treeBuilder } from './tree-builder.ts';

const hex = (hashes: Uint8Array[]) => hashes.map((hash) => Buffer.from(hash).toString('hex'));

suite('the tiles of a tree', () => {
  test('are-those-of-the-examples-in-the-specification', () => {
    const tiles = [...tilesOf(70_000)];
    const full = (level: number) => tiles.filter((tile) => tile.level === level && tile.width === 256).length;
    assert.deepEqual([full(0), full(1), full(2)], [273, 1, 0]);
    assert.deepEqual(partialTilesOf(70_000), [
      { level: 0, index: 273, width: 112 },
      { level: 1, index: 1, width: 17 },
      { level: 2, index: 0, width: 1 },
    ]);
    assert.deepEqual(
      [...tilesOf(256)],
      [
        { level: 0, index: 0, width: 256 },
        { level: 1, index: 0, width: 1 },
      ],
    );
    assert.deepEqual([...tilesOf(0)], []);
    assert.deepEqual([...tilesOf(1)], [{ level: 0, index: 0, width: 1 }]);
  });

  test('are-the-same-listed-counted-or-asked-for-one-by-one', () => {
    for (const size of [1, 255, 256, 257, 511, 512, 65_535, 65_536, 65_537, 131_072, 200_001]) {
      const tiles = [...tilesOf(size)];
      assert.deepEqual(
        tiles.filter(({ width }) => width < 256),
        partialTilesOf(size),
      );
      for (const { level, index, width } of tiles) assert.equal(tileWidth(size, level, index), width);
      const last = tiles.filter(({ level }) => level === 0).length;
      assert.equal(tileWidth(size, 0, last), 0);
    }
  });

  test('are-counted-at-the-largest-size', () => {
    const size = Number.MAX_SAFE_INTEGER;
    assert.deepEqual(partialTilesOf(size).at(-1), { level: 6, index: 0, width: 31 });
    assert.equal(tileWidth(size, 0, (2 ** 53 - 256) / 256), 255);
    assert.equal(tileWidth(size, 0, 0), 256);
    assert.equal(tileWidth(size, 7, 0), 0);
    assert.equal(tileWidth(size, 63, 0), 0);
    assert.throws(() => partialTilesOf(2 ** 53), RangeError);
  });
});

suite('the path of a tile', () => {
  const paths: [path: string, tile: Tile][] = [
    // The index of the specification's own example.
    ['tile/0/x001/x234/067', { level: 0, index: 1_234_067, width: 256 }],
    ['tile/0/x001/x234/067.p/8', { level: 0, index: 1_234_067, width: 8 }],
    ['tile/0/000', { level: 0, index: 0, width: 256 }],
    ['tile/1/999', { level: 1, index: 999, width: 256 }],
    ['tile/1/x001/000', { level: 1, index: 1000, width: 256 }],
    ['tile/63/000.p/255', { level: 63, index: 0, width: 255 }],
    ['tile/5/x123/x456/078.p/2', { level: 5, index: 123_456_078, width: 2 }],
    ['tile/0/x009/x007/x199/x254/x740/991', { level: 0, index: Number.MAX_SAFE_INTEGER, width: 256 }],
  ];
  const wrong = [
    ...['', 'tile', 'tile/', 'tile/0', 'tile/0/', '/tile/0/000', 'tile/0/000/', 'tile/0/000\n', 'Tile/0/000'],
    ...[
      'tile/00/000',
      'tile/01/000',
      'tile/64/000',
      'tile/-1/000',
      'tile/+1/000',
      'tile/x/000',
      'tile/8/0/000',
    ],
    ...['tile/0/0', 'tile/0/00', 'tile/0/0000', 'tile/0/x000', 'tile/0/x000/000', 'tile/0/x000/001'],
    ...['tile/0/001/002', 'tile/0/x001/x002', 'tile/0/x1/000', 'tile/0/xx01/000', 'tile/0/X001/000'],
    ...['tile/0/x001//000', 'tile/0/x001/000/001', 'tile/3/5/x123/x456/078', 'tile/0/ 01', 'tile/0/1e3'],
    ...['tile/0/000.p', 'tile/0/000.p/', 'tile/0/000.p/0', 'tile/0/000.p/256', 'tile/0/000.p/01'],
    ...['tile/0/000.p/1000', 'tile/0/000.p/-1', 'tile/0/000.p/1/1', 'tile/0/000.p/1.p/1', 'tile/0/000.P/1'],
    ...['tile/0/x009/x007/x199/x254/x740/992', `tile/0/${'x999/'.repeat(400)}999`, 'tile/0/٠٠٠'],
    ...['tile/entries/000', 'tile/data/000', 'tile/0/../000', 'tile/0/%30%30%30'],
  ];

  test('is-written-and-read-as-specified', () => {
    for (const [text, tile] of paths) {
      assert.equal(tilePath(tile), text);
      assert.deepEqual(parseTilePath(text), tile);
    }
    assert.equal(bundlePath({ index: 1_234_067, width: 9 }), 'tile/entries/x001/x234/067.p/9');
    assert.deepEqual(parseBundlePath('tile/entries/x001/x234/067'), { index: 1_234_067, width: 256 });
  });

  test('is-read-in-no-other-form', () => {
    for (const text of wrong) assert.throws(() => parseTilePath(text), SyntaxError, text);
    for (const text of ['tile/0/000', 'tile/entries/', 'tile/entries/0', 'tile/entries/000.p/256']) {
      assert.throws(() => parseBundlePath(text), SyntaxError, text);
    }
  });

  test('comes-back-as-the-same-tile', () => {
    const tile = fc.record({
      level: fc.integer({ min: 0, max: 63 }),
      index: fc.maxSafeNat(),
      width: fc.integer({ min: 1, max: 256 }),
    });
    fc.assert(fc.property(tile, (it) => assert.deepEqual(parseTilePath(tilePath(it)), { ...it })));
  });

  test('refuses-a-path-for-a-tile-that-can-not-exist', () => {
    for (const tile of [
      { level: 64 },
      { level: -1 },
      { index: -1 },
      { index: 0.5 },
      { width: 0 },
      { width: 257 },
    ]) {
      assert.throws(() => tilePath({ level: 0, index: 0, width: 1, ...tile }), RangeError);
    }
  });
});

suite('the hashes in tiles', () => {
  const size = 66_100;
  const hashes = leaves(size);
  const builder = treeBuilder();
  const stored = new Map<string, TileData>();
  for (const tile of [...builder.append(hashes), ...builder.partialTiles()]) stored.set(tilePath(tile), tile);

  /** Works like a service: plans, finds the tiles, reads them at once, and carries the plan out. */
  function fromTiles(nodes: TreeNode[]) {
    const tiles = tilesForNodes(size, nodes).map((tile) => {
      const found = stored.get(tilePath(tile));
      assert.ok(found, tilePath(tile));
      return found;
    });
    return hashesFromTiles(tiles);
  }

  test('are-all-that-roots-and-proofs-are-made-of', () => {
    assert.deepEqual(hex([rootOf(size, fromTiles(rootPlan(size)))]), hex([treeRoot(hashes)]));
    for (const count of [1, 255, 256, 257, 65_535, 65_536, 65_537, 66_099, size]) {
      const plan = inclusionPlan(size, count - 1);
      assert.deepEqual(hex(carryOut(plan, fromTiles(plan.flat()))), hex(path(count - 1, hashes)));
      const older = consistencyPlan(count, size);
      assert.deepEqual(hex(carryOut(older, fromTiles(older.flat()))), hex(subproof(count, hashes, true)));
    }
  });

  test('need-few-tiles-for-a-proof', () => {
    assert.ok(tilesForNodes(size, inclusionPlan(size, 300).flat()).length <= 5);
    assert.ok(tilesForNodes(2 ** 53 - 1, inclusionPlan(2 ** 53 - 1, 300).flat()).length <= 14);
  });

  test('are-found-at-every-level', () => {
    for (let level = 0; 2 ** level <= size; level += 1) {
      const index = Math.floor(size / 2 ** level) - 1;
      const wanted = mth(hashes.slice(index * 2 ** level, (index + 1) * 2 ** level));
      assert.deepEqual(hex([fromTiles([{ level, index }])(level, index)]), hex([wanted]), String(level));
    }
    assert.deepEqual(tilePlace({ level: 10, index: 65 }), { level: 1, index: 1, start: 4, count: 4 });
    assert.deepEqual(tilePlace({ level: 52, index: 0 }), { level: 6, index: 0, start: 0, count: 16 });
  });

  test('are-refused-where-the-tree-or-the-tiles-lack-them', () => {
    assert.throws(() => tilesForNodes(5, [{ level: 0, index: 5 }]), RangeError);
    assert.throws(() => tilesForNodes(5, [{ level: 2, index: 1 }]), RangeError);
    assert.throws(() => tilesForNodes(255, [{ level: 8, index: 0 }]), RangeError);
    assert.throws(() => hashesFromTiles([])(0, 0), RangeError);
    const short = { level: 0, index: 0, width: 3, bytes: new Uint8Array(96) };
    assert.throws(() => hashesFromTiles([short])(1, 1), RangeError);
  });

  test('are-32-bytes-each-and-at-most-256', () => {
    for (const length of [0, 31, 33, 257 * 32]) {
      assert.throws(() => hashesOfTile(new Uint8Array(length)), TypeError);
    }
    assert.equal(hashesOfTile(new Uint8Array(256 * 32)).length, 256);
  });
});
