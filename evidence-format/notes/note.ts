/**
 * Signed notes (C2SP signed-note): a text, and under it a line for each Ed25519 signature. The text means nothing until
 * the note has been opened with a key that the reader trusts.
 */

import { decodeBase64, encodeBase64 } from '../canonical/base64.ts';
import { ED25519_SIGNATURE_BYTES, ed25519Verify } from '../platform/ed25519.ts';
import { hasForbiddenControl, isKeyName, type Signer, type VerifierKey } from './note-key.ts';

/** The claimed signer: the name, and the first four bytes of a hash that distinguishes their keys. */
export interface NoteSignature {
  name: string;
  keyId: number;
  /** 64 bytes if the key is an Ed25519 key. */
  signature: Uint8Array;
}

export const NOTE_PROBLEMS = ['malformed_note', 'invalid_signature', 'no_known_signature'] as const;
export type NoteProblem = (typeof NOTE_PROBLEMS)[number];

/** The fault of a note; `message` is one sentence for a reader. */
export interface Fault<Problem extends string> {
  problem: Problem;
  message: string;
}

/** A note with a valid signature of at least one known key, and no invalid ones of known keys. */
export interface OpenNote {
  fault: null;
  /** Includes its final newline. */
  text: string;
  /** Signatures by known keys. */
  verified: NoteSignature[];
  /** Signatures by other keys, which prove nothing. */
  unverified: NoteSignature[];
}

/** Verifiers must accept at least 16, and should have a limit (C2SP signed-note, Format). */
const MAX_SIGNATURES = 100;
const KEY_ID_BYTES = 4;
const SIGNATURE_LINE = /^— ([^ ]+) ([^ ]+)$/u;

/**
 * The note of a text signed by each of these, in this order. Throws a TypeError on a text that a note can't have: one
 * without a newline at the end, with a lone surrogate, or with a control character other than the newline.
 */
export function signNote(text: string, ...signers: readonly Signer[]): string {
  if (!text.endsWith('\n')) throw new TypeError('The text of a note ends with a newline');
  if (!text.isWellFormed() || hasForbiddenControl(text)) {
    throw new TypeError('The text of a note has no lone surrogate, and no control character but newlines');
  }
  if (signers.length === 0) throw new TypeError('A note is signed at least once');
  const message = new TextEncoder().encode(text);
  const lines = signers.map((signer) => {
    const signature = signer.sign(message);
    const bytes = new Uint8Array(KEY_ID_BYTES + signature.length);
    new DataView(bytes.buffer).setUint32(0, signer.id);
    bytes.set(signature, KEY_ID_BYTES);
    return `— ${signer.name} ${encodeBase64(bytes)}\n`;
  });
  return `${text}\n${lines.join('')}`;
}

/**
 * Opens a note. A note is refused if a signature by one of these keys is wrong, or if none is by one of them (C2SP
 * signed-note, Signatures). Never throws because of a note; bytes are its UTF-8 form.
 */
export function openNote(
  note: string | Uint8Array,
  verifiers: readonly VerifierKey[],
): OpenNote | { fault: Fault<NoteProblem> } {
  const parts = unopenedNote(note);
  if (typeof parts === 'string') return { fault: { problem: 'malformed_note', message: parts } };
  const message = new TextEncoder().encode(parts.text);
  const verified: NoteSignature[] = [];
  const unverified: NoteSignature[] = [];
  for (const signature of parts.signatures) {
    const { name, keyId } = signature;
    const key = verifiers.find((verifier) => verifier.name === name && verifier.id === keyId);
    if (key === undefined) {
      unverified.push(signature);
    } else if (isSignedBy(key, message, signature)) {
      verified.push(signature);
    } else {
      const sentence = `The signature of ${name} is not one of this text by this key.`;
      return { fault: { problem: 'invalid_signature', message: sentence } };
    }
  }
  if (verified.length === 0) {
    const names = [...new Set(unverified.map(({ name }) => name))].join(', ');
    const sentence = `None of the known keys has signed this; it names as signer: ${names}.`;
    return { fault: { problem: 'no_known_signature', message: sentence } };
  }
  return { fault: null, text: parts.text, verified, unverified };
}

function isSignedBy(key: VerifierKey, message: Uint8Array, { signature }: NoteSignature): boolean {
  return signature.length === ED25519_SIGNATURE_BYTES && ed25519Verify(key.publicKey, message, signature);
}

/** Text and signatures, each line once and none of them verified; or a sentence on why it is not a note. */
export function unopenedNote(
  note: string | Uint8Array,
): { text: string; signatures: NoteSignature[] } | string {
  const whole = typeof note === 'string' ? note : decodeUtf8(note);
  if (whole === null || !whole.isWellFormed()) return 'The note is not UTF-8 text.';
  if (hasForbiddenControl(whole)) return 'The note has a control character other than a newline.';
  // The text itself may have empty lines; it ends at the last one.
  const end = whole.lastIndexOf('\n\n') + 1;
  if (end === 0) return 'The note has no empty line between text and signatures.';
  const text = whole.slice(0, end);
  const lines = whole.slice(end + 1).split('\n');
  if (lines.pop() !== '' || lines.length === 0) return 'The note does not end with a whole signature line.';
  if (lines.length > MAX_SIGNATURES) return `The note has more than ${MAX_SIGNATURES} signatures.`;
  const signatures: NoteSignature[] = [];
  for (const line of new Set(lines)) {
    const signature = parseSignatureLine(line);
    if (signature === null) return 'The note has a line among its signatures that is not a signature.';
    signatures.push(signature);
  }
  return { text, signatures };
}

function parseSignatureLine(line: string): NoteSignature | null {
  const [, name = '', base64 = ''] = SIGNATURE_LINE.exec(line) ?? [];
  const bytes = decodeBase64(base64);
  if (!isKeyName(name) || bytes === null || bytes.length <= KEY_ID_BYTES) return null;
  return {
    name,
    keyId: new DataView(bytes.buffer, bytes.byteOffset).getUint32(0),
    signature: bytes.subarray(KEY_ID_BYTES),
  };
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    // A byte order mark is treated like any other character: dropping it would change the signed text.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
