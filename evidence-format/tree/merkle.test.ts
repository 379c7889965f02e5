/** The tree, its plans and its proofs against the published reference tree and against the definitions of RFC 6962. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { sha256 } from '../platform/sha256.ts';
import { EMPTY_ROOT, nodeHash, treeRoot, verifyConsistency, verifyInclusion } from './merkle.ts';
import { leaves, mth, path, subproof } from './merkle-fixture.ts';
import { carryOut, consistencyPlan, type HashAt, inclusionPlan, rootOf, rootPlan } from './merkle-plan.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const unhex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));

/** The lines of the reference tree that begin with this word, without it. */
function vectors(word: string): string[][] {
  const file = readFileSync(new URL('../vectors/rfc6962/reference-tree.txt', import.meta.url), 'utf8');
  const lines = file.split('\n').map((line) => line.split(' '));
  return lines.filter(([first]) => first === word).map(([, ...rest]) => rest);
}

/** Reads any complete subtree of a small tree. */
function reader(hashes: readonly Uint8Array[]): HashAt {
  return (level, index) => mth(hashes.slice(index * 2 ** level, (index + 1) * 2 ** level));
}

suite('the published reference tree', () => {
  const hashes = vectors('leaf').map(([leaf = '']) => sha256(Uint8Array.of(0), unhex(leaf)));
  const root = (size: string) => treeRoot(hashes.slice(0, Number(size)));

  test('has-the-published-nodes-and-roots', () => {
    for (const [level, index, hash] of vectors('node')) {
      assert.equal(hex(reader(hashes)(Number(level), Number(index))), hash);
    }
    for (const [size = '', hash] of vectors('root')) {
      assert.equal(hex(root(size)), hash);
      assert.equal(hex(rootOf(Number(size), reader(hashes))), hash);
    }
    assert.equal(vectors('root').length, 9);
  });

  test('has-the-published-inclusion-proofs', () => {
    for (const [index = '', size = '', ...wanted] of vectors('inclusion')) {
      const proof = carryOut(inclusionPlan(Number(size), Number(index)), reader(hashes));
      assert.deepEqual(proof.map(hex), wanted);
      const claim = { size: Number(size), index: Number(index), hashes: wanted.map(unhex) };
      assert.ok(verifyInclusion(claim, hashes[Number(index)] ?? EMPTY_ROOT, root(size)));
    }
    assert.equal(vectors('inclusion').length, 5);
  });

  test('has-the-published-consistency-proofs', () => {
    for (const [from = '', to = '', ...wanted] of vectors('consistency')) {
      const proof = carryOut(consistencyPlan(Number(from), Number(to)), reader(hashes));
      assert.deepEqual(proof.map(hex), wanted);
      const claim = { from: Number(from), to: Number(to), hashes: wanted.map(unhex) };
      assert.ok(verifyConsistency(claim, root(from), root(to)));
    }
    assert.equal(vectors('consistency').length, 4);
  });
});

suite('the example of RFC 6962 section 2.1.3', () => {
  // Named as in the RFC: a to d, e, f and j are the leaf hashes d0 to d6.
  const [a, b, c, d, e, f, j] = leaves(7) as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];
  const all = [a, b, c, d, e, f, j];
  const [g, h, i] = [nodeHash(a, b), nodeHash(c, d), nodeHash(e, f)];
  const [k, l] = [nodeHash(g, h), nodeHash(i, j)];
  const inclusion = (index: number) => carryOut(inclusionPlan(7, index), reader(all));
  const consistency = (from: number) => carryOut(consistencyPlan(from, 7), reader(all));

  test('gives-the-hashes-that-it-names', () => {
    assert.deepEqual(treeRoot(all), nodeHash(k, l));
    assert.deepEqual(inclusion(0), [b, h, l]);
    assert.deepEqual(inclusion(3), [c, g, l]);
    assert.deepEqual(inclusion(4), [f, j, k]);
    assert.deepEqual(inclusion(6), [i, k]);
    assert.deepEqual(consistency(3), [c, d, g, l]);
    assert.deepEqual(consistency(4), [l]);
    assert.deepEqual(consistency(6), [i, j, k]);
  });
});

suite('every small tree', () => {
  test('has-the-root-and-the-proofs-that-the-definitions-give', () => {
    for (let size = 0; size <= 34; size += 1) {
      const hashes = leaves(size);
      assert.deepEqual(treeRoot(hashes), mth(hashes));
      assert.deepEqual(rootOf(size, reader(hashes)), mth(hashes));
      for (let other = 0; other < size; other += 1) {
        assert.deepEqual(carryOut(inclusionPlan(size, other), reader(hashes)), path(other, hashes));
        const wanted = other === 0 ? [] : subproof(other, hashes, true);
        assert.deepEqual(carryOut(consistencyPlan(other, size), reader(hashes)), wanted);
      }
      assert.deepEqual(consistencyPlan(size, size), []);
    }
  });
});

suite('values that are not trees', () => {
  test('refuses-hashes-of-another-length', () => {
    const [one, other] = leaves(2) as [Buffer, Buffer];
    assert.throws(() => nodeHash(one.subarray(1), other), TypeError);
    assert.throws(() => nodeHash(one, Buffer.concat([other, Buffer.of(0)])), TypeError);
    assert.throws(() => treeRoot([one.subarray(1)]), TypeError);
    assert.throws(() => treeRoot([one, other, one.subarray(1)]), TypeError);
    assert.throws(() => carryOut([[{ level: 0, index: 0 }]], () => new Uint8Array(0)), TypeError);
  });

  test('refuses-to-plan-for-impossible-sizes-and-leaves', () => {
    for (const size of [-1, 0.5, Number.NaN, 2 ** 53]) {
      assert.throws(() => rootPlan(size), RangeError);
      assert.throws(() => inclusionPlan(size, 0), RangeError);
      assert.throws(() => consistencyPlan(size, 2 ** 53 - 1), RangeError);
    }
    assert.throws(() => inclusionPlan(5, 5), RangeError);
    assert.throws(() => inclusionPlan(5, -1), RangeError);
    assert.throws(() => inclusionPlan(0, 0), RangeError);
    assert.throws(() => consistencyPlan(6, 5), RangeError);
  });
});
