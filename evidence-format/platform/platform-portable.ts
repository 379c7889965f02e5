/**
 * The platform of this package without Node: everything in JavaScript, so that a browser computes hashes and verifies
 * signatures synchronously. It only verifies, so nothing here holds a secret. The build bundles the libraries for this
 * into the file (ADR 8).
 */

import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { bytesToHex, bytesToNumberLE, concatBytes, hexToBytes } from '@noble/curves/utils.js';
import { sha256 as digestSha256, sha512 } from '@noble/hashes/sha2.js';
import { requireWellFormed } from './platform.ts';

const { Point } = ed25519;
const encoder = new TextEncoder();

export function sha256(...parts: (Uint8Array | string)[]): Uint8Array {
  return digestSha256(concatBytes(...parts.map(bytesOf)));
}

export function sha256Prefixed(prefix: Uint8Array, text: string): Uint8Array {
  return sha256(prefix, text);
}

export function sha256Hex(data: Uint8Array | string): string {
  return bytesToHex(digestSha256(bytesOf(data)));
}

export { bytesToHex as toHex, hexToBytes as fromHex };

export function ed25519PublicKey(_seed: Uint8Array): never {
  throw new Error('Signing needs Node: this platform can only verify signatures');
}

export function ed25519Sign(seed: Uint8Array, _message: Uint8Array): never {
  return ed25519PublicKey(seed);
}

/**
 * RFC 8032 section 5.1.7, comparing the encodings of R without the cofactor, as Node does. The library's own `verify`
 * multiplies by the cofactor, and so accepts signatures that Node refuses.
 */
export function ed25519Verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const R = signature.subarray(0, 32);
  const s = bytesToNumberLE(signature.subarray(32));
  // A second S for the same signature would differ by the group order.
  if (s >= Point.Fn.ORDER) return false;
  const k = Point.Fn.create(bytesToNumberLE(sha512(concatBytes(R, publicKey, message))));
  let A: InstanceType<typeof Point>;
  try {
    A = Point.fromBytes(publicKey);
  } catch {
    return false;
  }
  const expected = Point.BASE.multiplyUnsafe(s).subtract(A.multiplyUnsafe(k)).toBytes();
  return expected.every((byte, place) => byte === R[place]);
}

export function p256Verify(point: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    // Devices don't normalise s, and Node takes either form.
    return p256.verify(signature, message, point, { prehash: true, lowS: false, format: 'der' });
  } catch {
    // The point is not on the curve.
    return false;
  }
}

function bytesOf(data: Uint8Array | string): Uint8Array {
  if (typeof data !== 'string') return data;
  requireWellFormed(data);
  return encoder.encode(data);
}
