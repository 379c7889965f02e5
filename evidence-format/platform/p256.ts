/** ECDSA on P-256 with SHA-256 (FIPS 186-5), as passkeys sign. Every platform accepts the same signatures. */

import * as platform from '#platform';

/** An uncompressed point: 0x04, x, y. */
const POINT_BYTES = 65;
const UNCOMPRESSED = 4;
/** A signature of two numbers of 32 bytes, in DER. */
const MAX_SIGNATURE_BYTES = 72;

/**
 * Whether the signature, in DER, is the key's over this message. False for a key that is not an uncompressed point of
 * the curve, and for a signature that is not in its one DER form.
 */
export function p256Verify(point: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (point.length !== POINT_BYTES || point[0] !== UNCOMPRESSED) return false;
  if (signature.length > MAX_SIGNATURE_BYTES || !isDer(signature)) return false;
  return platform.p256Verify(point, message, signature);
}

const SEQUENCE = 0x30;
const INTEGER = 0x02;

/** Whether these are two positive integers in DER, since platforms differ in what else they take. */
function isDer(bytes: Uint8Array): boolean {
  if (bytes[0] !== SEQUENCE || bytes[1] !== bytes.length - 2) return false;
  const second = endOfInteger(bytes, 2);
  return second !== null && endOfInteger(bytes, second) === bytes.length;
}

function endOfInteger(bytes: Uint8Array, at: number): number | null {
  const [length = 0, first = 0, next = 0] = [bytes[at + 1], bytes[at + 2], bytes[at + 3]];
  if (bytes[at] !== INTEGER || length === 0 || length > 33 || at + 2 + length > bytes.length) return null;
  // Neither negative nor with a zero byte that it does not need.
  if (first >= 0x80 || (first === 0 && length > 1 && next < 0x80)) return null;
  return at + 2 + length;
}
