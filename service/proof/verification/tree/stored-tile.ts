/** Compares stored tiles with the hashes of the records, because proofs are made from the tiles. */
import { HASH_BYTES, TILE_WIDTH } from '@assize/evidence-format';
import type { Problem } from '../problem.ts';

/** The place of a tile, and its expected hashes. */
export interface ExpectedTile {
  level: number;
  index: number;
  /** The known hashes, concatenated. */
  hashes: Uint8Array;
  /** The number of hashes that must be stored. */
  needed: number;
}

/** @param stored null if there is no such tile. */
export function tileProblem(stored: Uint8Array | null, expected: ExpectedTile): Problem | null {
  const { level, index, needed } = expected;
  const first = index * TILE_WIDTH ** (level + 1);
  const of = level === 0 ? '' : ` of level ${level}`;
  if (stored === null) {
    if (needed === 0) return null;
    const message = `The tile${of} that begins with record ${first} is missing.`;
    return { index: first, problem: 'missing_tile', message };
  }
  if (isAsExpected(stored, expected)) return null;
  const message = `The tile${of} that begins with record ${first} was altered.`;
  return { index: first, problem: 'altered_tile', message };
}

/** Hashes beyond the known ones belong to newer records. */
function isAsExpected(stored: unknown, { hashes, needed }: ExpectedTile): boolean {
  if (!(stored instanceof Uint8Array)) return false;
  const width = stored.length / HASH_BYTES;
  if (!Number.isInteger(width) || width < needed || width > TILE_WIDTH) return false;
  const known = Math.min(stored.length, hashes.length);
  return Buffer.compare(stored.subarray(0, known), hashes.subarray(0, known)) === 0;
}
