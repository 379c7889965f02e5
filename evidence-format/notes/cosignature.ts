/**
 * Cosignatures of witnesses (C2SP tlog-cosignature, Ed25519): someone else states that, at a time, the checkpoint was
 * the largest consistent state of the log that they had seen.
 */

import { encodeBase64 } from '../canonical/base64.ts';
import { ED25519_SIGNATURE_BYTES, ed25519Verify } from '../platform/ed25519.ts';
import type { NoteSignature } from './note.ts';
import { COSIGNATURE_V1, keyId, parseKey, type VerifierKey } from './note-key.ts';

/** A cosignature that a known witness has made. */
export interface Cosignature {
  /** The name of the witness. */
  witness: string;
  /** When it had seen the checkpoint, in seconds since the epoch. */
  at: number;
}

const TIMESTAMP_BYTES = 8;

/** The key of a witness. @throws {SyntaxError} on anything but what `formatWitnessKey` writes. */
export function parseWitnessKey(vkey: string): VerifierKey {
  return parseKey(vkey, COSIGNATURE_V1);
}

/** The key as text: `<name>+<key ID in hex>+<base64 of 0x04 and the public key>`. Throws like `keyId`. */
export function formatWitnessKey({ name, publicKey }: Pick<VerifierKey, 'name' | 'publicKey'>): string {
  const id = keyId(name, publicKey, COSIGNATURE_V1).toString(16).padStart(8, '0');
  return `${name}+${id}+${encodeBase64(Uint8Array.of(COSIGNATURE_V1, ...publicKey))}`;
}

/**
 * The cosignatures of a checkpoint's text by these witnesses. A signature line that names one of them and is not theirs
 * is in `invalid`, by the name of the witness. Lines of others are left out: they prove nothing.
 */
export function cosignaturesOf(
  text: string,
  signatures: readonly NoteSignature[],
  witnesses: readonly VerifierKey[],
): { valid: Cosignature[]; invalid: string[] } {
  const valid: Cosignature[] = [];
  const invalid: string[] = [];
  for (const { name, keyId: id, signature } of signatures) {
    const witness = witnesses.find((one) => one.name === name && one.id === id);
    if (witness === undefined) continue;
    const at = timeOf(text, witness, signature);
    if (at === null) invalid.push(name);
    else if (!valid.some((one) => one.witness === name)) valid.push({ witness: name, at });
  }
  return { valid, invalid };
}

/** The message that a witness signs (C2SP tlog-cosignature, Ed25519 signed message). */
export function cosignedMessage(text: string, at: number): Uint8Array {
  return new TextEncoder().encode(`cosignature/v1\ntime ${at}\n${text}`);
}

/** Null if this is not a cosignature of the text by this witness. */
function timeOf(text: string, { publicKey }: VerifierKey, signature: Uint8Array): number | null {
  if (signature.length !== TIMESTAMP_BYTES + ED25519_SIGNATURE_BYTES) return null;
  const timestamp = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);
  const at = Number(timestamp);
  if (!Number.isSafeInteger(at)) return null;
  const isTheirs = ed25519Verify(publicKey, cosignedMessage(text, at), signature.subarray(TIMESTAMP_BYTES));
  return isTheirs ? at : null;
}
