/**
 * The values of one result as they are stored: sorted keyed hashes of 8 bytes each, then a byte for each with the
 * classes of the value.
 */
import { sha256Text } from '@assize/evidence-format';

/** The classes of a value, as bits: one result may have a value in several places. */
export const OWN = 1;
export const CONTENT = 2;
export const UNDECLARED = 4;
export const MADE = 8;

export const HASH_BYTES = 8;
const VALUE_BYTES = HASH_BYTES + 1;

/** @param classes by hash, as text of one character for each byte. */
export function packed(classes: ReadonlyMap<string, number>): Uint8Array {
  const hashes = [...classes.keys()].sort();
  const bytes = Buffer.alloc(hashes.length * VALUE_BYTES);
  for (const [place, hash] of hashes.entries()) {
    bytes.write(hash, place * HASH_BYTES, 'latin1');
    bytes[hashes.length * HASH_BYTES + place] = classes.get(hash) ?? 0;
  }
  return bytes;
}

/** The number of its values. */
export function countOf(bytes: Uint8Array): number {
  return Math.floor(bytes.length / VALUE_BYTES);
}

/** The first values of a result, for a session without room for more. */
export function cutTo(bytes: Uint8Array, most: number): Uint8Array {
  const count = countOf(bytes);
  if (count <= most) return bytes;
  const start = count * HASH_BYTES;
  return Buffer.concat([bytes.subarray(0, most * HASH_BYTES), bytes.subarray(start, start + most)]);
}

/** `sha256:` and hex. */
export function hashOfValues(bytes: Uint8Array): string {
  return sha256Text(Buffer.from(bytes).toString('hex'));
}

/** Calls back for each value, in order, with the halves of its hash. */
export function eachValue(
  bytes: Uint8Array,
  take: (high: number, low: number, classes: number, place: number) => void,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = countOf(bytes);
  for (let place = 0; place < count; place += 1) {
    const at = place * HASH_BYTES;
    const classes = view.getUint8(count * HASH_BYTES + place);
    take(view.getUint32(at), view.getUint32(at + 4), classes, place);
  }
}

/**
 * Values count as made only where no earlier result had them.
 * @param isEarlier whether one had the value of this hash.
 */
export function withoutEarlier(
  bytes: Uint8Array,
  isEarlier: (high: number, low: number) => boolean,
): Uint8Array {
  const count = countOf(bytes);
  const kept = Uint8Array.from(bytes);
  eachValue(bytes, (high, low, classes, place) => {
    if ((classes & MADE) !== 0 && isEarlier(high, low)) kept[count * HASH_BYTES + place] = classes & ~MADE;
  });
  return kept;
}
