/** Proofs hold at every size, and prove nothing else: any altered bit, index, size or root is refused. */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import {
  type ConsistencyProof,
  EMPTY_ROOT,
  type InclusionProof,
  nodeHash,
  treeRoot,
  verifyConsistency,
  verifyInclusion,
} from './merkle.ts';
import { flip, hugeTree, leaves } from './merkle-fixture.ts';
import { carryOut, consistencyPlan, type HashAt, inclusionPlan, rootOf } from './merkle-plan.ts';

const MAX = Number.MAX_SAFE_INTEGER;

/** Each power of two, including the powers of 256, and one and two more and less. */
const EDGES = Array.from({ length: 54 }, (_, power) => 2 ** power)
  .flatMap((size) => [size - 2, size - 1, size, size + 1, size + 2])
  .filter((size) => size >= 1 && size <= MAX);

const edge = fc.constantFrom(...EDGES);
const size = fc.oneof(edge, fc.integer({ min: 1, max: MAX }), fc.integer({ min: 1, max: 5000 }));
/** A size, and a smaller one or an index in it; about half of them are edges. */
const pair = fc
  .tuple(size, fc.oneof(edge, fc.maxSafeNat()))
  .map(([one, other]) => ({ size: one, index: other < one ? other : other % one }));

function inclusion({ size, index }: { size: number; index: number }, hashAt: HashAt) {
  const proof = { size, index, hashes: carryOut(inclusionPlan(size, index), hashAt) };
  return { proof, leaf: hashAt(0, index), root: rootOf(size, hashAt) };
}

suite('inclusion', () => {
  const holds = ({ proof, leaf, root }: { proof: InclusionProof; leaf: Uint8Array; root: Uint8Array }) =>
    verifyInclusion(proof, leaf, root);

  test('is-proved-at-every-edge-for-the-first-a-middle-and-the-last-leaf', async () => {
    for (const edgeSize of EDGES) {
      const places = [0, Math.floor(edgeSize / 2), edgeSize - 1];
      const hashAt = hugeTree(places);
      for (const index of places) {
        const sound = inclusion({ size: edgeSize, index }, hashAt);
        assert.ok(holds(sound), `${index} in ${edgeSize}`);
        assert.ok(sound.proof.hashes.length <= 53);
      }
    }
  });

  test('is-refused-with-any-bit-the-other-way-round', async () => {
    await fc.assert(
      fc.asyncProperty(pair, fc.nat(), fc.nat(), async (of, which, bit) => {
        const sound = inclusion(of, hugeTree([0, of.index, of.size - 1]));
        assert.ok(holds(sound));
        assert.ok(!holds({ ...sound, leaf: flip(sound.leaf, bit) }));
        assert.ok(!holds({ ...sound, root: flip(sound.root, bit) }));
        const { hashes } = sound.proof;
        if (hashes.length === 0) return;
        const at = which % hashes.length;
        const altered = hashes.with(at, flip(hashes[at] ?? EMPTY_ROOT, bit));
        assert.ok(!holds({ ...sound, proof: { ...sound.proof, hashes: altered } }));
      }),
      { numRuns: 300 },
    );
  });

  test('is-refused-for-another-index-size-or-length', async () => {
    await fc.assert(
      fc.asyncProperty(pair, fc.maxSafeNat(), async (of, other) => {
        const hashAt = hugeTree([0, of.index, of.size - 1]);
        const sound = inclusion(of, hashAt);
        const refused = (change: Partial<InclusionProof>, root = sound.root) => {
          assert.ok(!holds({ ...sound, root, proof: { ...sound.proof, ...change } }), JSON.stringify(change));
        };
        const { index, hashes } = sound.proof;
        const places = [index - 1, index + 1, other % of.size, of.size, -1, 0.5].filter((it) => it !== index);
        for (const place of places) refused({ index: place });
        for (const size of [of.size - 1, of.size + 1, 2 * of.size].filter((it) => it > 0 && it <= MAX)) {
          refused({ size }, rootOf(size, hashAt));
        }
        for (const size of [0, -1, index, 2 ** 53, Number.NaN]) refused({ size });
        refused({ hashes: [...hashes, sound.root] });
        refused({ hashes: [sound.leaf, ...hashes] });
        refused({ hashes: [...hashes, new Uint8Array(0)] });
        if (hashes.length > 0) {
          refused({ hashes: hashes.slice(1) });
          refused({ hashes: hashes.slice(0, -1) });
          refused({ hashes: [] });
        }
      }),
      { numRuns: 200 },
    );
  });

  test('is-refused-to-a-node-that-passes-for-a-leaf', () => {
    const [a, b, c, d] = leaves(4) as [Buffer, Buffer, Buffer, Buffer];
    const root = treeRoot([a, b, c, d]);
    assert.ok(!verifyInclusion({ size: 4, index: 0, hashes: [nodeHash(c, d)] }, nodeHash(a, b), root));
  });
});

suite('consistency', () => {
  type Claim = { proof: ConsistencyProof; fromRoot: Uint8Array; toRoot: Uint8Array };
  const holds = ({ proof, fromRoot, toRoot }: Claim) => verifyConsistency(proof, fromRoot, toRoot);

  function consistency(from: number, to: number, hashAt: HashAt): Claim {
    const proof = { from, to, hashes: carryOut(consistencyPlan(from, to), hashAt) };
    return { proof, fromRoot: rootOf(from, hashAt), toRoot: rootOf(to, hashAt) };
  }

  test('is-proved-between-edges', async () => {
    const hashAt = hugeTree([0, 200, 70_000, 2 ** 40]);
    for (const [place, to] of EDGES.entries()) {
      // Each with a tenth of the others; together these cover every power.
      const older = EDGES.filter((from, other) => from <= to && (place - other) % 11 === 0);
      for (const from of older) assert.ok(holds(consistency(from, to, hashAt)), `${from} to ${to}`);
    }
  });

  test('is-refused-with-any-bit-the-other-way-round', async () => {
    await fc.assert(
      fc.asyncProperty(pair, fc.nat(), fc.nat(), async ({ size: to, index: from }, which, bit) => {
        const sound = consistency(from, to, hugeTree([0, Math.max(0, from - 1), from, to - 1]));
        assert.ok(holds(sound));
        assert.ok(!holds({ ...sound, fromRoot: flip(sound.fromRoot, bit) }));
        const { hashes } = sound.proof;
        if (hashes.length === 0) return;
        assert.ok(!holds({ ...sound, toRoot: flip(sound.toRoot, bit) }));
        const at = which % hashes.length;
        const altered = hashes.with(at, flip(hashes[at] ?? EMPTY_ROOT, bit));
        assert.ok(!holds({ ...sound, proof: { ...sound.proof, hashes: altered } }));
      }),
      { numRuns: 300 },
    );
  });

  test('is-refused-for-other-sizes-and-lengths', async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ({ size: to, index: from }) => {
        fc.pre(from > 0);
        const hashAt = hugeTree([0, from - 1, from, to - 1]);
        const sound = consistency(from, to, hashAt);
        const refused = (change: Partial<ConsistencyProof>, roots: Partial<Claim> = {}) => {
          const claim = { ...sound, ...roots, proof: { ...sound.proof, ...change } };
          assert.ok(!holds(claim), JSON.stringify([from, to, change]));
        };
        const { hashes } = sound.proof;
        for (const other of [from - 1, from + 1].filter((it) => it <= to)) refused({ from: other });
        for (const other of [2 * to, Math.floor(to / 2)]) refused({ to: other });
        for (const other of [to - 1, to + 1].filter((it) => it >= from && it <= MAX)) {
          refused({ to: other }, { toRoot: rootOf(other, hashAt) });
        }
        for (const nonsense of [-1, 0.5, 2 ** 53, Number.NaN]) {
          refused({ from: nonsense });
          refused({ to: nonsense });
        }
        refused({}, { fromRoot: sound.toRoot, toRoot: sound.fromRoot });
        refused({ hashes: [...hashes, sound.toRoot] });
        refused({ hashes: [sound.fromRoot, ...hashes] });
        refused({ hashes: hashes.slice(1) });
        refused({ hashes: hashes.slice(0, -1) });
        refused({ hashes: [] });
      }),
      { numRuns: 200 },
    );
  });

  test('is-refused-to-a-history-rewritten-before-or-cut-off', async () => {
    const sound = consistency(300, 70_000, hugeTree([299]));
    const rewritten = consistency(300, 70_000, hugeTree([5, 299]));
    assert.ok(!holds({ ...rewritten, fromRoot: sound.fromRoot }));
    assert.ok(!verifyConsistency({ from: 70_000, to: 300, hashes: [] }, sound.toRoot, sound.fromRoot));
  });

  test('needs-no-proof-from-the-empty-tree-or-to-an-equal-one', () => {
    const root = treeRoot(leaves(5));
    assert.ok(verifyConsistency({ from: 0, to: 5, hashes: [] }, EMPTY_ROOT, root));
    assert.ok(verifyConsistency({ from: 0, to: 0, hashes: [] }, EMPTY_ROOT, EMPTY_ROOT));
    assert.ok(verifyConsistency({ from: 5, to: 5, hashes: [] }, root, root));
    assert.ok(!verifyConsistency({ from: 0, to: 5, hashes: [] }, root, root));
    assert.ok(!verifyConsistency({ from: 0, to: 5, hashes: [root] }, EMPTY_ROOT, root));
    assert.ok(!verifyConsistency({ from: 0, to: 0, hashes: [] }, root, root));
    assert.ok(!verifyConsistency({ from: 5, to: 5, hashes: [root] }, root, root));
    assert.ok(!verifyConsistency({ from: 5, to: 5, hashes: [] }, EMPTY_ROOT, root));
  });
});

test('names-each-hash-once-and-never-one-that-the-tree-has-not', () => {
  fc.assert(
    fc.property(pair, ({ size: of, index }) => {
      for (const plan of [inclusionPlan(of, index), consistencyPlan(index, of)]) {
        const nodes = plan.flat();
        assert.equal(new Set(nodes.map(({ level, index: at }) => `${level}/${at}`)).size, nodes.length);
        for (const { level, index: at } of nodes) assert.ok((at + 1) * 2 ** level <= of);
      }
    }),
  );
});
