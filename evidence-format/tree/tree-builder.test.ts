/** A tree grown leaf by leaf, saved and resumed anywhere, is the tree over all of its leaves. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EMPTY_ROOT, treeRoot } from './merkle.ts';
import { leaves, tilesOf } from './merkle-fixture.ts';
import { hashesOfTile, type TileData } from './tile.ts';
import { tilePath } from './tile-path.ts';
import { treeBuilder } from './tree-builder.ts';

const hashes = leaves(66_000);

/** Every tile of a tree, straight from the definition (C2SP tlog-tiles, Merkle Tree). */
function definedTiles(size: number): Map<string, Buffer> {
  const rows = [hashes.slice(0, size)];
  const tiles = new Map<string, Buffer>();
  for (const tile of tilesOf(size)) {
    const { level, index, width } = tile;
    rows[level] ??= Array.from({ length: Math.floor((rows[level - 1] ?? []).length / 256) }, (_, place) =>
      treeRoot((rows[level - 1] ?? []).slice(place * 256, (place + 1) * 256)),
    );
    tiles.set(tilePath(tile), Buffer.concat((rows[level] ?? []).slice(index * 256, index * 256 + width)));
  }
  return tiles;
}

const byPath = (tiles: TileData[]) =>
  new Map(tiles.map((tile) => [tilePath(tile), Buffer.from(tile.bytes)] as const));

test('has-the-root-of-all-leaves-at-every-size', () => {
  const builder = treeBuilder();
  assert.deepEqual(builder.root(), Uint8Array.from(EMPTY_ROOT));
  for (let size = 1; size <= 1100; size += 1) {
    builder.append(hashes.slice(size - 1, size));
    assert.equal(builder.size, size);
    assert.deepEqual(Buffer.from(builder.root()), Buffer.from(treeRoot(hashes.slice(0, size))), String(size));
  }
});

test('hands-out-each-tile-once-when-it-is-full', () => {
  for (const size of [255, 256, 257, 65_535, 65_536, 65_537, 66_000]) {
    const builder = treeBuilder();
    const full = builder.append(hashes.slice(0, size));
    const all = byPath([...full, ...builder.partialTiles()]);
    const wanted = definedTiles(size);
    assert.deepEqual([...all.keys()].sort(), [...wanted.keys()].sort());
    for (const [path, bytes] of wanted) assert.ok(all.get(path)?.equals(bytes), path);
    assert.equal(all.size, full.length + builder.partialTiles().length);
  }
});

test('is-the-same-tree-through-any-appends-and-restarts', () => {
  const run = fc.record({ count: fc.oneof(fc.nat(3), fc.nat(700)), restarts: fc.boolean() });
  fc.assert(
    fc.property(fc.array(run, { maxLength: 12 }), (runs) => {
      let builder = treeBuilder();
      const tiles: TileData[] = [];
      for (const { count, restarts } of runs) {
        tiles.push(...builder.append(hashes.slice(builder.size, builder.size + count)));
        if (restarts) builder = treeBuilder(builder.state());
      }
      const { size } = builder;
      assert.equal(
        size,
        runs.reduce((sum, { count }) => sum + count, 0),
      );
      assert.deepEqual(Buffer.from(builder.root()), Buffer.from(treeRoot(hashes.slice(0, size))));
      const wanted = definedTiles(size);
      const all = byPath([...tiles, ...builder.partialTiles()]);
      assert.equal(all.size, wanted.size);
      for (const [path, bytes] of wanted) assert.ok(all.get(path)?.equals(bytes), path);
    }),
    { numRuns: 60 },
  );
});

test('is-taken-up-from-its-size-and-its-partial-tiles', () => {
  for (const size of [0, 1, 255, 256, 257, 65_536, 65_800]) {
    const builder = treeBuilder();
    builder.append(hashes.slice(0, size));
    const state = builder.state();
    const counted = Buffer.alloc(8);
    counted.writeBigUInt64BE(BigInt(size));
    assert.deepEqual(
      Buffer.from(state),
      Buffer.concat([counted, ...builder.partialTiles().map(({ bytes }) => bytes)]),
    );
    assert.deepEqual(treeBuilder(state).state(), state);
    const offset = Buffer.concat([Buffer.of(1, 2, 3), state]).subarray(3);
    assert.deepEqual(treeBuilder(offset).root(), builder.root());
  }
});

test('refuses-a-state-that-is-none', () => {
  const builder = treeBuilder();
  builder.append(hashes.slice(0, 300));
  const state = builder.state();
  const wrong = [
    new Uint8Array(0),
    state.subarray(0, 7),
    state.subarray(0, -1),
    state.subarray(0, -32),
    Buffer.concat([state, Buffer.of(0)]),
    Buffer.concat([Buffer.from('0020000000000000', 'hex'), state.subarray(8)]),
    Buffer.from('ffffffffffffffff', 'hex'),
  ];
  for (const bytes of wrong) assert.throws(() => treeBuilder(bytes), SyntaxError);
});

test('appends-nothing-where-one-hash-is-none', () => {
  const builder = treeBuilder();
  assert.throws(() => builder.append([...hashes.slice(0, 300), new Uint8Array(31)]), TypeError);
  assert.equal(builder.size, 0);
  assert.deepEqual(builder.partialTiles(), []);
});

test('keeps-no-hold-on-memory-that-the-caller-uses-again', () => {
  const builder = treeBuilder();
  const shared = new Uint8Array(32);
  const full: TileData[] = [];
  for (const hash of hashes.slice(0, 257)) {
    shared.set(hash);
    full.push(...builder.append([shared]));
    shared.fill(0);
  }
  const [tile] = full;
  assert.deepEqual(
    Buffer.from(treeRoot(hashesOfTile(tile?.bytes ?? shared))),
    treeRoot(hashes.slice(0, 256)),
  );
  const root = builder.root();
  builder.root().fill(0);
  builder.partialTiles().forEach(({ bytes }) => void bytes.fill(0));
  builder.state().fill(0);
  tile?.bytes.fill(0);
  assert.deepEqual(builder.root(), root);
});
