/**
 * Ed25519 (RFC 8032) over raw bytes: keys of 32 bytes, signatures of 64. Every platform accepts the same signatures;
 * only Node can make them.
 */

import * as platform from '#platform';

/** The length of a private key: the seed of RFC 8032 section 5.1.5, not its expanded form. */
export const ED25519_SEED_BYTES = 32;
export const ED25519_PUBLIC_KEY_BYTES = 32;
export const ED25519_SIGNATURE_BYTES = 64;

/**
 * The 32-byte public key of a 32-byte seed (RFC 8032 section 5.1.5). Throws a TypeError on any other length, and an
 * Error outside Node.
 */
export function ed25519PublicKey(seed: Uint8Array): Uint8Array {
  return platform.ed25519PublicKey(requireSeed(seed));
}

/**
 * The 64-byte signature of a message (RFC 8032 section 5.1.6), which is deterministic. Throws a TypeError on a seed
 * that doesn't have 32 bytes, and an Error outside Node.
 */
export function ed25519Sign(seed: Uint8Array, message: Uint8Array): Uint8Array {
  return platform.ed25519Sign(requireSeed(seed), message);
}

/**
 * Whether the signature is the key's over this message (RFC 8032 section 5.1.7). False for a key or signature that has
 * the wrong length, is not a point of the curve, has small order, or is not in its canonical form.
 */
export function ed25519Verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== ED25519_PUBLIC_KEY_BYTES) return false;
  if (signature.length !== ED25519_SIGNATURE_BYTES) return false;
  if (!isProper(publicKey) || !isProper(signature.subarray(0, ED25519_PUBLIC_KEY_BYTES))) return false;
  return platform.ed25519Verify(publicKey, message, signature);
}

function requireSeed(seed: Uint8Array): Uint8Array {
  if (seed.length === ED25519_SEED_BYTES) return seed;
  throw new TypeError(`The seed of an Ed25519 key has ${ED25519_SEED_BYTES} bytes, not ${seed.length}`);
}

/**
 * The y of the eight points of small order, lowest byte first. A signature with one of these as its key or its R can be
 * valid for texts that no key signed; some versions of OpenSSL refuse them and others don't.
 */
const SMALL_ORDER = [
  `01${'00'.repeat(31)}`,
  `ec${'ff'.repeat(30)}7f`,
  '00'.repeat(32),
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
];
/** 2^255 − 19 and above, which y must not be (section 5.1.3). */
const NOT_BELOW_P = /^(?:e[d-f]|f.)(?:ff){30}7f$/;

/** Whether a point, if it is one, is in its canonical form and has large order. */
function isProper(point: Uint8Array): boolean {
  const y = platform.toHex(point.with(31, (point[31] ?? 0) & 0x7f));
  return !NOT_BELOW_P.test(y) && !SMALL_ORDER.includes(y);
}
