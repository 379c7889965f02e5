/** The keys that sign checkpoints, and the text in which the signing folder keeps them. One key serves every chain. */

import { decodeBase64, ED25519_SEED_BYTES, encodeBase64, parseJson, signerOf } from '@assize/evidence-format';
import { isoOrNull } from '../../../foundation/clock.ts';

export interface SigningKey {
  /** 32 bytes. */
  publicKey: Uint8Array;
  /** The secret seed; null once the key no longer signs. */
  seed: Uint8Array | null;
  /** ms since the epoch. */
  validFrom: number;
  /** ms since the epoch; null while no other key will follow it. */
  validUntil: number | null;
}

const FORMAT = 'assize-signing-keys/1';

/** @param seed 32 secret random bytes. */
export function newSigningKey(seed: Uint8Array, nowMs: number): SigningKey {
  return { publicKey: publicKeyOf(seed), seed, validFrom: nowMs, validUntil: null };
}

/** The keys that sign at this moment, the newest first. */
export function keysThatSign(keys: readonly SigningKey[], nowMs: number): SigningKey[] {
  return keys.filter((key) => key.seed !== null && isValidStill(key, nowMs)).reverse();
}

export function isValidStill({ validUntil }: SigningKey, nowMs: number): boolean {
  return validUntil === null || validUntil > nowMs;
}

/** The keys, without the seeds of expired ones. */
export function withoutExpiredSeeds(keys: readonly SigningKey[], nowMs: number): SigningKey[] {
  return keys.map((key) => (isValidStill(key, nowMs) ? key : { ...key, seed: null }));
}

export function formatKeys(keys: readonly SigningKey[]): string {
  const listed = keys.map(({ publicKey, seed, validFrom, validUntil }) => ({
    public_key: encodeBase64(publicKey),
    seed: seed === null ? null : encodeBase64(seed),
    valid_from: new Date(validFrom).toISOString(),
    valid_until: isoOrNull(validUntil),
  }));
  return `${JSON.stringify({ format: FORMAT, keys: listed }, null, 2)}\n`;
}

/** @throws {SyntaxError} on anything but what `formatKeys` writes; its message reveals nothing about the keys. */
export function parseKeys(text: string): SigningKey[] {
  const file = parsed(text) as { format?: unknown; keys?: unknown } | null;
  if (file?.format !== FORMAT || !Array.isArray(file.keys)) throw broken();
  return file.keys.map((entry: Record<string, unknown> | null) => {
    const publicKey = bytesOf(entry?.public_key);
    const seed = entry?.seed === null ? null : bytesOf(entry?.seed);
    // Signatures of a seed with one wrong bit could never be verified.
    if (seed !== null && encodeBase64(publicKeyOf(seed)) !== entry?.public_key) throw broken();
    const validUntil = entry?.valid_until === null ? null : timeOf(entry?.valid_until);
    return { publicKey, seed, validFrom: timeOf(entry?.valid_from), validUntil };
  });
}

function publicKeyOf(seed: Uint8Array): Uint8Array {
  // The public key does not depend on the name.
  return signerOf('assize', seed).publicKey;
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw broken();
  }
}

function bytesOf(base64: unknown): Uint8Array {
  const bytes = typeof base64 === 'string' ? decodeBase64(base64) : null;
  if (bytes?.length !== ED25519_SEED_BYTES) throw broken();
  return bytes;
}

function timeOf(iso: unknown): number {
  const ms = typeof iso === 'string' ? Date.parse(iso) : Number.NaN;
  if (Number.isNaN(ms)) throw broken();
  return ms;
}

function broken(): SyntaxError {
  return new SyntaxError('The file of signing keys is damaged, or was not written by this service');
}
