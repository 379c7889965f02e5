/**
 * SHA-256 (FIPS 180-4) and the text form of a hash, `sha256:` and 64 lower-case hex digits. The only file of
 * this package that touches the platform's cryptography, so that another platform replaces this file alone.
 */

import { hash } from 'node:crypto';

export const HASH_BYTES = 32;

const PREFIX = 'sha256:';
const HASH_TEXT = /^sha256:[0-9a-f]{64}$/;

/**
 * SHA-256 of the parts joined end to end, a string being its UTF-8 bytes. Returns 32 bytes. Throws a TypeError
 * on a lone surrogate, which has no UTF-8 form: two such strings would share a hash.
 */
export function sha256(...parts: (Uint8Array | string)[]): Buffer {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return digest(only);
  return digest(Buffer.concat(parts.map((part) => (typeof part === 'string' ? utf8(part) : part))));
}

// Nothing is awaited while it is in use, so one serves all calls; getting a new one each time costs a fifth more.
const scratch = Buffer.allocUnsafeSlow(64 * 1024);

/**
 * SHA-256 of a prefix of bytes followed by the text's UTF-8 bytes. Returns 32 bytes. Throws a TypeError on a
 * lone surrogate.
 */
export function sha256Prefixed(prefix: Uint8Array, text: string): Buffer {
  // A UTF-16 code unit takes three bytes of UTF-8 at most.
  if (prefix.length + 3 * text.length > scratch.length) return sha256(prefix, text);
  requireWellFormed(text);
  scratch.set(prefix);
  const written = scratch.write(text, prefix.length, 'utf8');
  return digest(scratch.subarray(0, prefix.length + written));
}

/** SHA-256 of the text's UTF-8 bytes, as `sha256:` and hex. Throws a TypeError on a lone surrogate. */
export function sha256Text(text: string): string {
  requireWellFormed(text);
  return PREFIX + hash('sha256', text, 'hex');
}

/** The text form of a 32-byte hash: `sha256:` and 64 lower-case hex digits. Throws a TypeError on any other length. */
export function formatHash(bytes: Uint8Array): string {
  if (!(bytes instanceof Uint8Array)) throw new TypeError('A SHA-256 hash is written from its bytes');
  if (bytes.length !== HASH_BYTES) {
    throw new TypeError(`A SHA-256 hash has ${HASH_BYTES} bytes, not ${bytes.length}`);
  }
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return PREFIX + buffer.toString('hex');
}

/** The 32 bytes of a hash's text form. Throws a TypeError on anything but `sha256:` and 64 lower-case hex digits. */
export function parseHash(text: string): Buffer {
  if (!HASH_TEXT.test(text)) {
    throw new TypeError('A hash is written as "sha256:" and 64 lower-case hex digits');
  }
  return Buffer.from(text.slice(PREFIX.length), 'hex');
}

/** Whether two hashes are the same bytes. Not constant in time: the hashes of evidence are no secrets. */
export function sameHash(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i += 1) {
    if (one[i] !== other[i]) return false;
  }
  return true;
}

function digest(data: Uint8Array | string): Buffer {
  if (typeof data === 'string') requireWellFormed(data);
  // Asking for hex and decoding it takes two thirds of the time that asking for a buffer takes (Node 24).
  return Buffer.from(hash('sha256', data, 'hex'), 'hex');
}

function utf8(text: string): Buffer {
  requireWellFormed(text);
  return Buffer.from(text, 'utf8');
}

function requireWellFormed(text: string): void {
  if (!text.isWellFormed()) throw new TypeError('A text with a lone surrogate has no UTF-8 form');
}
