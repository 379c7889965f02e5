/** Trees for the tests: small ones, defined as directly as in RFC 6962, and ones too large to store their leaves. */

import { sha256 } from '../platform/sha256.ts';
import { EMPTY_ROOT, nodeHash } from './merkle.ts';
import type { HashAt } from './merkle-plan.ts';
import { type Tile, tileWidth } from './tile.ts';

/** This many different leaf hashes. */
export function leaves(count: number): Uint8Array[] {
  return Array.from({ length: count }, (_, index) => sha256(`\u0000leaf ${index}`));
}

/** MTH, word for word (RFC 6962 section 2.1). */
export function mth(hashes: readonly Uint8Array[]): Uint8Array {
  const [only] = hashes;
  if (only === undefined) return EMPTY_ROOT;
  if (hashes.length === 1) return only;
  const k = splitOf(hashes.length);
  return nodeHash(mth(hashes.slice(0, k)), mth(hashes.slice(k)));
}

/** PATH, word for word (RFC 6962 section 2.1.1). */
export function path(m: number, hashes: readonly Uint8Array[]): Uint8Array[] {
  if (hashes.length === 1) return [];
  const k = splitOf(hashes.length);
  return m < k
    ? [...path(m, hashes.slice(0, k)), mth(hashes.slice(k))]
    : [...path(m - k, hashes.slice(k)), mth(hashes.slice(0, k))];
}

/** SUBPROOF, word for word (RFC 6962 section 2.1.2). PROOF is this with `whole` true. */
export function subproof(m: number, hashes: readonly Uint8Array[], whole: boolean): Uint8Array[] {
  if (m === hashes.length) return whole ? [] : [mth(hashes)];
  const k = splitOf(hashes.length);
  return m <= k
    ? [...subproof(m, hashes.slice(0, k), whole), mth(hashes.slice(k))]
    : [...subproof(m - k, hashes.slice(k), false), mth(hashes.slice(0, k))];
}

function splitOf(count: number): number {
  let k = 1;
  while (k * 2 < count) k *= 2;
  return k;
}

/** The node hashes of a tree whose leaves are all the same except for these: of any size, and never in memory. */
export function hugeTree(different: readonly number[]): HashAt {
  const known = new Map<string, Uint8Array>();
  const hashAt = (level: number, index: number): Uint8Array => {
    const width = 2 ** level;
    const isAlike = !different.some((leaf) => Math.floor(leaf / width) === index);
    const key = isAlike ? `${level}` : `${level}/${index}`;
    const hash =
      known.get(key) ??
      (level === 0
        ? sha256(isAlike ? '\u0000alike' : `\u0000leaf ${index}`)
        : nodeHash(hashAt(level - 1, 2 * index), hashAt(level - 1, 2 * index + 1)));
    known.set(key, hash);
    return hash;
  };
  return hashAt;
}

/** The bytes with one bit flipped. */
export function flip(bytes: Uint8Array, bit: number): Uint8Array {
  const at = Math.floor(bit / 8) % bytes.length;
  return Uint8Array.from(bytes).with(at, (bytes[at] ?? 0) ^ (1 << (bit % 8)));
}

/** All tiles of a tree of this size, level by level, the partial one last. */
export function* tilesOf(size: number): Generator<Tile> {
  for (let level = 0; tileWidth(size, level, 0) > 0; level += 1) {
    for (let index = 0; ; index += 1) {
      const width = tileWidth(size, level, index);
      if (width === 0) break;
      yield { level, index, width };
    }
  }
}
