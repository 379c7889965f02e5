/**
 * The hashes that make up a root or a proof, and how they combine. A plan names them before any is read, so that a store can read them
 * in one go. It names only roots of complete subtrees, because those never change once the tree has them.
 */

import { EMPTY_ROOT, nodeHash, requireHash, requireTreeSize } from './merkle.ts';

/**
 * The root of the complete subtree over the leaves from `index` · 2^`level` up to (`index` + 1) · 2^`level`
 * (exclusive).
 */
export interface TreeNode {
  level: number;
  index: number;
}

/**
 * Each hash of a proof as the complete subtrees that it joins, from left to right in decreasing size. No node occurs
 * twice in a plan.
 */
export type ProofPlan = readonly (readonly TreeNode[])[];

export type HashAt = (level: number, index: number) => Uint8Array;

/**
 * The subtrees that the root of a tree of this size joins (RFC 6962 section 2.1); none for the empty tree. Throws a
 * RangeError.
 */
export function rootPlan(size: number): TreeNode[] {
  requireTreeSize(size);
  return subtrees(0, size);
}

/**
 * The plan of a leaf's inclusion proof: PATH of RFC 6962 section 2.1.1. Throws a RangeError if a tree of that size has
 * no such leaf.
 */
export function inclusionPlan(size: number, index: number): ProofPlan {
  requireTreeSize(size);
  requireTreeSize(index, 'index');
  if (index >= size) throw new RangeError(`A tree of ${size} leaves has no leaf ${index}`);
  const fromTheRoot: TreeNode[][] = [];
  let start = 0;
  let count = size;
  while (count > 1) {
    const left = largestPowerBelow(count);
    if (index < start + left) {
      fromTheRoot.push(subtrees(start + left, count - left));
      count = left;
    } else {
      fromTheRoot.push(subtrees(start, left));
      start += left;
      count -= left;
    }
  }
  return fromTheRoot.reverse();
}

/**
 * The plan of the consistency proof between two sizes: PROOF of RFC 6962 section 2.1.2. Empty if the sizes are equal or
 * the first is 0. Throws a RangeError if `from` is larger than `to`.
 */
export function consistencyPlan(from: number, to: number): ProofPlan {
  requireTreeSize(from);
  requireTreeSize(to);
  if (from > to) throw new RangeError(`A tree of ${to} leaves does not begin with ${from}`);
  if (from === 0) return [];
  const fromTheRoot: TreeNode[][] = [];
  let start = 0;
  let count = to;
  while (from < start + count) {
    const left = largestPowerBelow(count);
    if (from <= start + left) {
      fromTheRoot.push(subtrees(start + left, count - left));
      count = left;
    } else {
      fromTheRoot.push(subtrees(start, left));
      start += left;
      count -= left;
    }
  }
  // If nothing remains, this is the first tree itself, whose root the verifier has.
  if (start > 0) fromTheRoot.push(subtrees(start, count));
  return fromTheRoot.reverse();
}

/** The hashes of a proof, from the hashes that its plan names. */
export function carryOut(plan: ProofPlan, hashAt: HashAt): Uint8Array[] {
  return plan.map((nodes) => joinSubtrees(nodes.map(({ level, index }) => hashAt(level, index))));
}

/** The root that `rootPlan` plans, from the hashes that it names. */
export function rootOf(size: number, hashAt: HashAt): Uint8Array {
  return carryOut([rootPlan(size)], hashAt)[0] ?? EMPTY_ROOT;
}

/** The root over adjacent subtrees, each smaller than the previous one. */
function joinSubtrees(hashes: readonly Uint8Array[]): Uint8Array {
  if (hashes.length === 0) return EMPTY_ROOT;
  return hashes.map(requireHash).reduceRight((right, left) => nodeHash(left, right));
}

/** The complete subtrees over `count` leaves from `start`, which is a multiple of the largest of them. */
function subtrees(start: number, count: number): TreeNode[] {
  const nodes: TreeNode[] = [];
  let [next, left] = [start, count];
  while (left > 0) {
    const level = levelWithin(left);
    const width = 2 ** level;
    nodes.push({ level, index: next / width });
    next += width;
    left -= width;
  }
  return nodes;
}

/** The k of RFC 6962 section 2.1, for more than one leaf. */
function largestPowerBelow(count: number): number {
  return 2 ** levelWithin(count - 1);
}

/** The largest level whose subtree has at most this many leaves. Math.log2 would round up just below a power of two. */
function levelWithin(count: number): number {
  let level = 0;
  while (2 ** (level + 1) <= count) level += 1;
  return level;
}
