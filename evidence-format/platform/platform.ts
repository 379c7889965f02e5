/**
 * The platform's tasks for this package: hash, sign, verify signatures, and write bytes as hex. `#platform`
 * (package.json, `imports`) is `platform-node.ts` under Node, and `platform-portable.ts` everywhere else; both
 * implement this interface, and nothing else in this package knows which one it uses.
 */

export interface Platform {
  /** SHA-256 of the concatenated parts, where a string is its UTF-8 bytes. Throws a TypeError on a lone surrogate. */
  sha256(...parts: (Uint8Array | string)[]): Uint8Array;
  /** The same for a prefix and a text. */
  sha256Prefixed(prefix: Uint8Array, text: string): Uint8Array;
  /** SHA-256 of bytes, or of a text's UTF-8 bytes, as 64 lower-case hex digits. Throws a TypeError on a lone surrogate. */
  sha256Hex(data: Uint8Array | string): string;
  /** Two lower-case hex digits for each byte. */
  toHex(bytes: Uint8Array): string;
  /** The bytes of an even number of lower-case hex digits, which the caller must guarantee. */
  fromHex(hex: string): Uint8Array;
  /** RFC 8032 section 5.1.5, with a seed of 32 bytes. Node only: elsewhere it throws an Error that says so. */
  ed25519PublicKey(seed: Uint8Array): Uint8Array;
  /** RFC 8032 section 5.1.6, with a seed of 32 bytes. Node only: elsewhere it throws an Error that says so. */
  ed25519Sign(seed: Uint8Array, message: Uint8Array): Uint8Array;
  /** RFC 8032 section 5.1.7, with a canonical public key of 32 bytes and a signature of 64. */
  ed25519Verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
  /** ECDSA with SHA-256, with an uncompressed point of 65 bytes and a signature in DER. */
  p256Verify(point: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
}

/** A lone surrogate has no UTF-8 form: two texts with one would share a hash. Throws a TypeError. */
export function requireWellFormed(text: string): void {
  if (!text.isWellFormed()) throw new TypeError('A text with a lone surrogate has no UTF-8 form');
}
