/**
 * Ed25519 (RFC 8032) over raw bytes: keys as their 32 bytes, signatures as their 64. Beside `sha256.ts` the only file
 * of this package that touches the platform's cryptography, so that another platform replaces this file alone.
 */

import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** How long a private key is: the seed of RFC 8032 section 5.1.5, not its expanded form. */
export const ED25519_SEED_BYTES = 32;
export const ED25519_PUBLIC_KEY_BYTES = 32;
export const ED25519_SIGNATURE_BYTES = 64;

// RFC 8410 sections 4 and 7: all that stands before the 32 bytes of a key in its DER form, which never varies.
const SPKI_PREFIX = Uint8Array.of(0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00);
const PKCS8_PREFIX = Uint8Array.of(
  ...[0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06],
  ...[0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20],
);

/** The 32-byte public key of a 32-byte seed (RFC 8032 section 5.1.5). Throws a TypeError on any other length. */
export function ed25519PublicKey(seed: Uint8Array): Uint8Array {
  const der = createPublicKey(privateKey(seed)).export({ format: 'der', type: 'spki' });
  return Uint8Array.from(der.subarray(SPKI_PREFIX.length));
}

/**
 * The 64-byte signature of a message (RFC 8032 section 5.1.6): the same each time. Throws a TypeError on a seed that
 * hasn't 32 bytes.
 */
export function ed25519Sign(seed: Uint8Array, message: Uint8Array): Uint8Array {
  return Uint8Array.from(sign(null, message, privateKey(seed)));
}

/**
 * Whether the signature is the key's over this message (RFC 8032 section 5.1.7). A key or signature of the wrong
 * length, or one that is no point of the curve, is a no.
 */
export function ed25519Verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== ED25519_PUBLIC_KEY_BYTES) return false;
  if (signature.length !== ED25519_SIGNATURE_BYTES) return false;
  const der = Buffer.concat([SPKI_PREFIX, publicKey]);
  return verify(null, message, createPublicKey({ key: der, format: 'der', type: 'spki' }), signature);
}

function privateKey(seed: Uint8Array): KeyObject {
  if (seed.length !== ED25519_SEED_BYTES) {
    throw new TypeError(`The seed of an Ed25519 key has ${ED25519_SEED_BYTES} bytes, not ${seed.length}`);
  }
  const der = Buffer.concat([PKCS8_PREFIX, seed]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}
