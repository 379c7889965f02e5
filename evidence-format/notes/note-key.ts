/**
 * The keys of signed notes: verifier keys as C2SP signed-note writes them, and signers. Only Ed25519 keys, whose
 * algorithm byte is 0x01.
 */

import { decodeBase64, encodeBase64 } from '../canonical/base64.ts';
import { ED25519_PUBLIC_KEY_BYTES, ed25519PublicKey, ed25519Sign } from '../platform/ed25519.ts';
import { sha256 } from '../platform/sha256.ts';

/** What it takes to verify the signatures of a key. Published. */
export interface VerifierKey {
  name: string;
  /** 32 bits. Not a strong hash: it distinguishes keys of one name, and proves nothing. */
  id: number;
  /** 32 bytes. */
  publicKey: Uint8Array;
}

/** A key that signs. It shows nothing secret, so that no log can. */
export interface Signer extends VerifierKey {
  /** The 64-byte signature of these bytes. */
  sign(message: Uint8Array): Uint8Array;
}

const ED25519 = 0x01;

/** Unicode spaces, and the plus that parts a key's fields, are in no name (C2SP signed-note, Format). */
export function isKeyName(name: string): boolean {
  return /^[^\p{White_Space}+]+$/u.test(name) && !hasForbiddenControl(name) && name.isWellFormed();
}

/** Whether there is a control character below U+0020 in it, other than the newline (C2SP signed-note, Format). */
export function hasForbiddenControl(text: string): boolean {
  return /[^\P{Cc}\n\u007f-\u009f]/u.test(text);
}

/**
 * The key ID: the first 32 bits of SHA-256(name ‖ 0x0A ‖ 0x01 ‖ public key), C2SP signed-note, Ed25519 signatures.
 * Throws a TypeError on a name or a public key that none can be.
 */
export function keyId(name: string, publicKey: Uint8Array): number {
  if (!isKeyName(name)) throw new TypeError('The name of a key is not empty, and has no space and no plus');
  if (publicKey.length !== ED25519_PUBLIC_KEY_BYTES) {
    throw new TypeError(`An Ed25519 key has ${ED25519_PUBLIC_KEY_BYTES} bytes, not ${publicKey.length}`);
  }
  const hash = sha256(`${name}\n`, Uint8Array.of(ED25519), publicKey);
  return new DataView(hash.buffer, hash.byteOffset).getUint32(0);
}

/** The verifier key as text: `<name>+<key ID in hex>+<base64 of 0x01 and the public key>`. Throws as `keyId` does. */
export function formatVerifierKey({ name, publicKey }: Pick<VerifierKey, 'name' | 'publicKey'>): string {
  const id = keyId(name, publicKey).toString(16).padStart(8, '0');
  return `${name}+${id}+${encodeBase64(Uint8Array.of(ED25519, ...publicKey))}`;
}

/** @throws {SyntaxError} on anything but what `formatVerifierKey` writes. */
export function parseVerifierKey(vkey: string): VerifierKey {
  const [, name = '', hex = '', base64 = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/s.exec(vkey) ?? [];
  const bytes = decodeBase64(base64);
  if (!isKeyName(name) || bytes === null) {
    throw new SyntaxError('A key is written as name, eight lower-case hex digits and base64, with + between');
  }
  if (bytes[0] !== ED25519) throw new SyntaxError('The key is of an algorithm other than Ed25519');
  const publicKey = bytes.subarray(1);
  if (publicKey.length !== ED25519_PUBLIC_KEY_BYTES) {
    throw new SyntaxError(`An Ed25519 key has ${ED25519_PUBLIC_KEY_BYTES} bytes`);
  }
  const id = Number.parseInt(hex, 16);
  if (keyId(name, publicKey) !== id)
    throw new SyntaxError("The verifier key's ID is not that of its name and key");
  return { name, id, publicKey };
}

/** The signer of this name with this 32-byte seed. Throws a TypeError on a name or a seed that none can be. */
export function signerOf(name: string, seed: Uint8Array): Signer {
  const secret = Uint8Array.from(seed);
  const publicKey = ed25519PublicKey(secret);
  return { name, id: keyId(name, publicKey), publicKey, sign: (message) => ed25519Sign(secret, message) };
}
