/**
 * The Merkle tree of RFC 6962 section 2.1 over leaf hashes, and the verification of its proofs. A leaf hash is
 * SHA-256(0x00 ‖ leaf), which is also the hash in the chain. Sizes and indices go up to 2^53 − 1, so nothing here may
 * use 32-bit operators.
 */

import { HASH_BYTES, sameHash, sha256 } from '../platform/sha256.ts';

/** The root of the tree without leaves: the hash of nothing (RFC 6962 section 2.1). */
export const EMPTY_ROOT: Uint8Array = sha256();

/** Proves that the leaf at `index` is in the tree of `size` leaves; the hashes go from the leaf's sibling up. */
export interface InclusionProof {
  size: number;
  index: number;
  hashes: readonly Uint8Array[];
}

/** Proves that the tree of `to` leaves begins with the tree of `from` leaves. */
export interface ConsistencyProof {
  from: number;
  to: number;
  hashes: readonly Uint8Array[];
}

// Nothing is awaited while it is in use, so one buffer serves all calls.
const node = new Uint8Array(1 + 2 * HASH_BYTES);
node[0] = 0x01;

/**
 * The hash of an inner node: SHA-256(0x01 ‖ left ‖ right), RFC 6962 section 2.1. Returns 32 bytes. Throws a TypeError
 * on a child that doesn't have 32 bytes: with other lengths, bytes could move from one child to the other.
 */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  requireHash(left);
  requireHash(right);
  node.set(left, 1);
  node.set(right, 1 + HASH_BYTES);
  return sha256(node);
}

/**
 * The root of the tree over these leaf hashes: MTH of RFC 6962 section 2.1. Returns 32 bytes. Holds a hash for every
 * second leaf; `treeBuilder` takes them one after another. Throws a TypeError on a hash that doesn't have 32 bytes.
 */
export function treeRoot(leafHashes: readonly Uint8Array[]): Uint8Array {
  let row = leafHashes;
  while (row.length > 1) row = rowAbove(row);
  return row.length === 0 ? EMPTY_ROOT : requireHash(row[0]);
}

/** A node without a sibling moves up unchanged, which gives the same tree as splitting at the largest power of two. */
function rowAbove(row: readonly Uint8Array[]): Uint8Array[] {
  const above: Uint8Array[] = [];
  for (let place = 0; place < row.length; place += 2) {
    const left = requireHash(row[place]);
    above.push(place + 1 < row.length ? nodeHash(left, requireHash(row[place + 1])) : left);
  }
  return above;
}

/**
 * Whether the proof shows that the leaf is in the tree with this root (RFC 9162 section 2.1.3.2). The root says nothing
 * about the size, so take both from one signed checkpoint. Returns false for malformed input.
 */
export function verifyInclusion(proof: InclusionProof, leafHash: Uint8Array, root: Uint8Array): boolean {
  const { size, index, hashes } = proof;
  if (!isTreeSize(size) || !isTreeSize(index) || index >= size) return false;
  if (!isHash(leafHash) || !isHash(root) || !hashes.every(isHash)) return false;
  const sides = siblingSides(index, size - 1);
  return hashes.length === sides.length && sameHash(rootOfPath(leafHash, hashes, sides), root);
}

/**
 * Whether the proof shows that the tree with `toRoot` begins with the tree with `fromRoot` (RFC 9162 section 2.1.4.2).
 * The roots say nothing about the sizes, so take each with its size from one signed checkpoint. Every tree begins with
 * the empty one, and equal trees need no proof, so in these cases it has no hashes. Returns false for malformed input.
 */
export function verifyConsistency(
  proof: ConsistencyProof,
  fromRoot: Uint8Array,
  toRoot: Uint8Array,
): boolean {
  const { from, to, hashes } = proof;
  if (!isTreeSize(from) || !isTreeSize(to) || from > to) return false;
  if (!isHash(fromRoot) || !isHash(toRoot) || !hashes.every(isHash)) return false;
  if (from === 0 && !sameHash(fromRoot, EMPTY_ROOT)) return false;
  if (from === to) return hashes.length === 0 && sameHash(fromRoot, toRoot);
  if (from === 0) return hashes.length === 0;

  // The path begins at the last complete subtree of the first tree.
  let [at, last] = [from - 1, to - 1];
  while (isOdd(at)) [at, last] = [half(at), half(last)];
  // If that is the whole first tree, its hash is known and not sent.
  const [start, ...path] = at === 0 ? [fromRoot, ...hashes] : hashes;
  const sides = siblingSides(at, last);
  if (start === undefined || path.length !== sides.length) return false;
  const older = path.filter((_, step) => sides[step] === 'left');
  const olderSides = older.map(() => 'left' as const);
  return (
    sameHash(rootOfPath(start, older, olderSides), fromRoot) &&
    sameHash(rootOfPath(start, path, sides), toRoot)
  );
}

/**
 * The sides of the siblings on the way from a place in a row to the root. At the ragged right edge, a node moves up
 * without a sibling. The required length of a path follows from this alone.
 */
function siblingSides(place: number, lastPlace: number): Side[] {
  const sides: Side[] = [];
  let [at, last] = [place, lastPlace];
  while (last > 0) {
    if (isOdd(at)) sides.push('left');
    else if (at < last) sides.push('right');
    [at, last] = [half(at), half(last)];
  }
  return sides;
}

type Side = 'left' | 'right';

function rootOfPath(start: Uint8Array, siblings: readonly Uint8Array[], sides: readonly Side[]): Uint8Array {
  return siblings.reduce(
    (hash, sibling, step) => (sides[step] === 'left' ? nodeHash(sibling, hash) : nodeHash(hash, sibling)),
    start,
  );
}

/** Whether this is an exact number of leaves, or an exact index of a leaf. */
export function isTreeSize(size: unknown): size is number {
  return Number.isSafeInteger(size) && Number(size) >= 0;
}

export function isHash(bytes: unknown): bytes is Uint8Array {
  return bytes instanceof Uint8Array && bytes.length === HASH_BYTES;
}

/** Returns the hash itself. Throws a TypeError on anything but 32 bytes. */
export function requireHash(bytes: unknown): Uint8Array {
  if (isHash(bytes)) return bytes;
  throw new TypeError(`A hash in a tree has ${HASH_BYTES} bytes`);
}

/** Throws a RangeError unless `isTreeSize` holds. */
export function requireTreeSize(size: number, what: 'size' | 'index' = 'size'): void {
  if (isTreeSize(size)) return;
  throw new RangeError(`The ${what} in a tree is an integer from 0 to 2^53 − 1, not ${String(size)}`);
}

function isOdd(place: number): boolean {
  return place % 2 === 1;
}

function half(place: number): number {
  return Math.floor(place / 2);
}
