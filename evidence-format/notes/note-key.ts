/**
 * The keys of signed notes: verifier keys as C2SP signed-note writes them, and signer keys as Go's `sumdb/note` does.
 * Only Ed25519 keys, whose algorithm byte is 0x01.
 */

import { decodeBase64, encodeBase64 } from '../canonical/base64.ts';
import {
  ED25519_PUBLIC_KEY_BYTES,
  ED25519_SEED_BYTES,
  ed25519PublicKey,
  ed25519Sign,
} from '../platform/ed25519.ts';
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
const SIGNER_KEY_MARK = 'PRIVATE+KEY+';

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
  return formatKey(name, keyId(name, publicKey), publicKey);
}

/** @throws {SyntaxError} on anything but what `formatVerifierKey` writes. */
export function parseVerifierKey(vkey: string): VerifierKey {
  const { name, id, bytes } = parseKey(vkey, ED25519_PUBLIC_KEY_BYTES);
  if (keyId(name, bytes) !== id)
    throw new SyntaxError("The verifier key's ID is not that of its name and key");
  return { name, id, publicKey: bytes };
}

/** The signer of this name with this 32-byte seed. Throws a TypeError on a name or a seed that none can be. */
export function signerOf(name: string, seed: Uint8Array): Signer {
  const secret = Uint8Array.from(seed);
  const publicKey = ed25519PublicKey(secret);
  return { name, id: keyId(name, publicKey), publicKey, sign: (message) => ed25519Sign(secret, message) };
}

/** The signer key as text, to be kept secret: `PRIVATE+KEY+<name>+<key ID in hex>+<base64 of 0x01 and the seed>`. */
export function formatSignerKey(name: string, seed: Uint8Array): string {
  return SIGNER_KEY_MARK + formatKey(name, signerOf(name, seed).id, seed);
}

/** @throws {SyntaxError} on anything but what `formatSignerKey` writes; its message says nothing of the key. */
export function parseSignerKey(skey: string): Signer {
  if (!skey.startsWith(SIGNER_KEY_MARK)) throw new SyntaxError(`A signer key begins with ${SIGNER_KEY_MARK}`);
  const { name, id, bytes } = parseKey(skey.slice(SIGNER_KEY_MARK.length), ED25519_SEED_BYTES);
  const signer = signerOf(name, bytes);
  // The ID is of the public key, so a seed with one wrong bit can't pass for another key.
  if (signer.id !== id) throw new SyntaxError("The signer key's ID is not that of its name and key");
  return signer;
}

function formatKey(name: string, id: number, key: Uint8Array): string {
  return `${name}+${id.toString(16).padStart(8, '0')}+${encodeBase64(Uint8Array.of(ED25519, ...key))}`;
}

function parseKey(text: string, keyBytes: number): { name: string; id: number; bytes: Uint8Array } {
  const [, name = '', hex = '', base64 = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/s.exec(text) ?? [];
  const bytes = decodeBase64(base64);
  if (!isKeyName(name) || bytes === null) {
    throw new SyntaxError('A key is written as name, eight lower-case hex digits and base64, with + between');
  }
  if (bytes[0] !== ED25519) throw new SyntaxError('The key is of an algorithm other than Ed25519');
  if (bytes.length !== 1 + keyBytes) throw new SyntaxError(`An Ed25519 key has ${keyBytes} bytes`);
  return { name, id: Number.parseInt(hex, 16), bytes: bytes.subarray(1) };
}
