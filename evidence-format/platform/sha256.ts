/** SHA-256 (FIPS 180-4), and the text form of a hash: `sha256:` and 64 lower-case hex digits. */

import { fromHex, sha256Hex, toHex } from '#platform';

/**
 * `sha256(...parts)`: the 32 bytes of SHA-256 of the concatenated parts, where a string is its UTF-8 bytes.
 * `sha256Prefixed(prefix, text)`: the same for these two, but faster. Both throw a TypeError on a lone surrogate, which
 * has no UTF-8 form: two such strings would share a hash.
 */
/** `sha256Hex(data)`: SHA-256 of bytes, or of a text's UTF-8 bytes, as 64 lower-case hex digits. Throws like these. */
export { sha256, sha256Hex, sha256Prefixed } from '#platform';

export const HASH_BYTES = 32;

const PREFIX = 'sha256:';
const HASH_TEXT = /^sha256:[0-9a-f]{64}$/;

/**
 * SHA-256 of bytes, or of a text's UTF-8 bytes, as `sha256:` and hex. Throws a TypeError on a lone surrogate.
 */
export function sha256Text(data: string | Uint8Array): string {
  return PREFIX + sha256Hex(data);
}

/** The text form of a 32-byte hash: `sha256:` and 64 lower-case hex digits. Throws a TypeError on any other length. */
export function formatHash(bytes: Uint8Array): string {
  if (!(bytes instanceof Uint8Array)) throw new TypeError('A SHA-256 hash is written from its bytes');
  if (bytes.length !== HASH_BYTES) {
    throw new TypeError(`A SHA-256 hash has ${HASH_BYTES} bytes, not ${bytes.length}`);
  }
  return PREFIX + toHex(bytes);
}

/** Whether this is the text form of a hash. */
export function isHashText(text: unknown): text is string {
  return typeof text === 'string' && HASH_TEXT.test(text);
}

/** The 32 bytes of a hash's text form. Throws a TypeError on anything but `sha256:` and 64 lower-case hex digits. */
export function parseHash(text: string): Uint8Array {
  if (!HASH_TEXT.test(text)) {
    throw new TypeError('A hash is written as "sha256:" and 64 lower-case hex digits');
  }
  return fromHex(text.slice(PREFIX.length));
}

/** Whether two hashes are the same bytes. Not constant-time, because the hashes of evidence aren't secret. */
export function sameHash(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i += 1) {
    if (one[i] !== other[i]) return false;
  }
  return true;
}
