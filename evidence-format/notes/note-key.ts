/**
 * The keys of signed notes: verifier keys as C2SP signed-note writes them, and signers. Only Ed25519 keys: those of logs,
 * whose algorithm byte is 0x01, and those of witnesses (0x04).
 */

import { decodeBase64, encodeBase64 } from '../canonical/base64.ts';
import { ED25519_PUBLIC_KEY_BYTES, ed25519PublicKey, ed25519Sign } from '../platform/ed25519.ts';
import { sha256 } from '../platform/sha256.ts';

/** A published key that verifies signatures. */
export interface VerifierKey {
  name: string;
  /** 32 bits. This is not a strong hash: it distinguishes keys with the same name, and proves nothing. */
  id: number;
  /** 32 bytes. */
  publicKey: Uint8Array;
}

/** A key that signs. It exposes no secret, so that a log can't either. */
export interface Signer extends VerifierKey {
  /** Returns the 64-byte signature of these bytes. */
  sign(message: Uint8Array): Uint8Array;
}

const ED25519 = 0x01;
/** C2SP tlog-cosignature. */
export const COSIGNATURE_V1 = 0x04;

/** A name has no Unicode spaces, and no plus, which separates a key's fields (C2SP signed-note, Format). */
export function isKeyName(name: string): boolean {
  return /^[^\p{White_Space}+]+$/u.test(name) && !hasForbiddenControl(name) && name.isWellFormed();
}

/** Whether it contains a control character below U+0020 other than the newline (C2SP signed-note, Format). */
export function hasForbiddenControl(text: string): boolean {
  return /[^\P{Cc}\n\u007f-\u009f]/u.test(text);
}

/**
 * The key ID: the first 32 bits of SHA-256(name ‖ 0x0A ‖ algorithm ‖ public key), C2SP signed-note, Ed25519 signatures.
 * Throws a TypeError on an invalid name or public key.
 */
export function keyId(name: string, publicKey: Uint8Array, algorithm = ED25519): number {
  if (!isKeyName(name)) throw new TypeError('The name of a key is not empty, and has no space and no plus');
  if (publicKey.length !== ED25519_PUBLIC_KEY_BYTES) {
    throw new TypeError(`An Ed25519 key has ${ED25519_PUBLIC_KEY_BYTES} bytes, not ${publicKey.length}`);
  }
  const hash = sha256(`${name}\n`, Uint8Array.of(algorithm), publicKey);
  return new DataView(hash.buffer, hash.byteOffset).getUint32(0);
}

/** The verifier key as text: `<name>+<key ID in hex>+<base64 of 0x01 and the public key>`. Throws like `keyId`. */
export function formatVerifierKey({ name, publicKey }: Pick<VerifierKey, 'name' | 'publicKey'>): string {
  const id = keyId(name, publicKey).toString(16).padStart(8, '0');
  return `${name}+${id}+${encodeBase64(Uint8Array.of(ED25519, ...publicKey))}`;
}

/** @throws {SyntaxError} on anything but what `formatVerifierKey` writes. */
export function parseVerifierKey(vkey: string): VerifierKey {
  return parseKey(vkey, ED25519);
}

/** Likewise for keys of this algorithm. */
export function parseKey(vkey: string, algorithm: number): VerifierKey {
  const [, name = '', hex = '', base64 = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/s.exec(vkey) ?? [];
  const bytes = decodeBase64(base64);
  if (!isKeyName(name) || bytes === null) {
    throw new SyntaxError('A key is written as name, eight lower-case hex digits and base64, with + between');
  }
  if (bytes[0] !== algorithm) {
    const wanted = algorithm === ED25519 ? 'Ed25519' : 'Ed25519 for cosignatures';
    throw new SyntaxError(`The key is of an algorithm other than ${wanted}`);
  }
  const publicKey = bytes.subarray(1);
  if (publicKey.length !== ED25519_PUBLIC_KEY_BYTES) {
    throw new SyntaxError(`An Ed25519 key has ${ED25519_PUBLIC_KEY_BYTES} bytes`);
  }
  const id = Number.parseInt(hex, 16);
  if (keyId(name, publicKey, algorithm) !== id)
    throw new SyntaxError("The verifier key's ID is not that of its name and key");
  return { name, id, publicKey };
}

/** The signer of this name with this 32-byte seed. Throws a TypeError on an invalid name or seed. */
export function signerOf(name: string, seed: Uint8Array): Signer {
  const secret = Uint8Array.from(seed);
  const publicKey = ed25519PublicKey(secret);
  return { name, id: keyId(name, publicKey), publicKey, sign: (message) => ed25519Sign(secret, message) };
}
