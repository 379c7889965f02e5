/**
 * The platform of this package where there is no Node: everything in JavaScript, so that a browser computes each hash
 * and verifies each signature at once, without waiting for promises. It verifies only; nothing here holds a secret, so
 * nothing here takes care to need the same time for every key.
 */

import { requireWellFormed } from './platform.ts';
import { verifyEd25519 } from './portable-ed25519.ts';
import { digestSha256 } from './portable-sha256.ts';

const encoder = new TextEncoder();

export function sha256(...parts: (Uint8Array | string)[]): Uint8Array {
  const bytes = parts.map(bytesOf);
  const [only] = bytes;
  if (bytes.length === 1 && only !== undefined) return digestSha256(only);
  const joined = new Uint8Array(bytes.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of bytes) {
    joined.set(part, offset);
    offset += part.length;
  }
  return digestSha256(joined);
}

export function sha256Prefixed(prefix: Uint8Array, text: string): Uint8Array {
  return sha256(prefix, text);
}

export function sha256Hex(data: Uint8Array | string): string {
  return toHex(digestSha256(bytesOf(data)));
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function toHex(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += HEX[byte];
  return hex;
}

export function fromHex(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length / 2);
  for (let at = 0; at < bytes.length; at += 1) {
    bytes[at] = Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16);
  }
  return bytes;
}

export function ed25519PublicKey(): never {
  throw new Error('Signing needs Node: this platform verifies signatures, and makes none');
}

export function ed25519Sign(): never {
  return ed25519PublicKey();
}

export { verifyEd25519 as ed25519Verify };

function bytesOf(data: Uint8Array | string): Uint8Array {
  if (typeof data !== 'string') return data;
  requireWellFormed(data);
  return encoder.encode(data);
}
