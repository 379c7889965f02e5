/**
 * Checkpoints (C2SP tlog-checkpoint): the size and the root of a chain's tree, as the text of a signed note. Its holder
 * can check at any time whether the chain still begins with the same records.
 */

import { decodeBase64, encodeBase64 } from '../canonical/base64.ts';
import { sameHash } from '../platform/sha256.ts';
import { EMPTY_ROOT, isHash, isTreeSize } from '../tree/merkle.ts';
import { type Fault, type NoteProblem, type NoteSignature, openNote, signNote } from './note.ts';
import { isKeyName, type Signer, type VerifierKey } from './note-key.ts';

export interface Checkpoint {
  /** Identifies the tree: `assize/<chain id>` for ours. */
  origin: string;
  /** The number of leaves in the tree. */
  size: number;
  /** 32 bytes. */
  root: Uint8Array;
  /** Extra lines, which other logs may use; ours have none. */
  extensions: readonly string[];
}

export type CheckpointProblem = NoteProblem | 'malformed_checkpoint' | 'foreign_signature';

/** A checkpoint that a known key of its own origin has signed. */
export interface OpenCheckpoint {
  fault: null;
  checkpoint: Checkpoint;
  verified: NoteSignature[];
  unverified: NoteSignature[];
}

/**
 * The origin of a chain's checkpoints, and the name of the keys that sign them. Throws a TypeError on anything but a
 * chain id.
 */
export function checkpointOrigin(chain: string): string {
  if (!isKeyName(chain)) throw new TypeError('The id of a chain is not empty, and has no space and no plus');
  return `assize/${chain}`;
}

/**
 * The text of the note (C2SP tlog-checkpoint, Note text). Throws a TypeError on values that a checkpoint can't have.
 */
export function formatCheckpoint({ origin, size, root, extensions }: Checkpoint): string {
  const lines = [origin, ...extensions];
  if (lines.some((line) => line === '' || line.includes('\n'))) {
    throw new TypeError('Origin and extensions of a checkpoint are one line each, and not empty');
  }
  if (!isTreeSize(size)) throw new TypeError(`The size of a tree is an integer from 0, not ${String(size)}`);
  if (!isRootOf(size, root)) throw new TypeError('This is not a root of a tree of this size');
  return [origin, String(size), encodeBase64(root), ...extensions, ''].join('\n');
}

/** @throws {SyntaxError} on anything but what `formatCheckpoint` writes. */
export function parseCheckpoint(text: string): Checkpoint {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new SyntaxError('A checkpoint ends with a newline');
  const [origin = '', size = '', base64 = '', ...extensions] = lines;
  if (origin === '' || extensions.includes('')) {
    throw new SyntaxError('Origin and extensions of a checkpoint are not empty');
  }
  if (!/^(?:0|[1-9][0-9]*)$/.test(size) || !isTreeSize(Number(size))) {
    throw new SyntaxError('The second line of a checkpoint is the size of the tree, at most 2^53 − 1');
  }
  const root = decodeBase64(base64);
  if (root === null || !isRootOf(Number(size), root)) {
    throw new SyntaxError('The third line of a checkpoint is the root of a tree of this size');
  }
  return { origin, size: Number(size), root, extensions };
}

/**
 * The signed checkpoint. The names of the keys must be its origin, as C2SP tlog-checkpoint recommends, so that a key of
 * one chain can't speak for another. Throws a TypeError otherwise, and like `formatCheckpoint` and `signNote`.
 */
export function signCheckpoint(checkpoint: Checkpoint, ...signers: readonly Signer[]): string {
  if (signers.some(({ name }) => name !== checkpoint.origin)) {
    throw new TypeError(`A checkpoint of ${checkpoint.origin} is signed by keys of that name`);
  }
  return signNote(formatCheckpoint(checkpoint), ...signers);
}

/**
 * Opens a signed checkpoint. One of these keys whose name is the origin must have signed it (C2SP tlog-proof, Verifying
 * a tlog proof, step 2); a witness alone is not enough. Never throws because of a note.
 */
export function openCheckpoint(
  note: string | Uint8Array,
  verifiers: readonly VerifierKey[],
): OpenCheckpoint | { fault: Fault<CheckpointProblem> } {
  const opened = openNote(note, verifiers);
  if (opened.fault !== null) return opened;
  const checkpoint = readCheckpoint(opened.text);
  if (typeof checkpoint === 'string') {
    return { fault: { problem: 'malformed_checkpoint', message: `${checkpoint}.` } };
  }
  const { verified, unverified } = opened;
  if (!verified.some(({ name }) => name === checkpoint.origin)) {
    const message = `This checkpoint of ${checkpoint.origin} is not signed by any of its known keys.`;
    return { fault: { problem: 'foreign_signature', message } };
  }
  return { fault: null, checkpoint, verified, unverified };
}

/**
 * Reads a signed checkpoint regardless of its signatures. Returns a sentence without its full stop if it can't be read.
 */
export function unsignedCheckpoint(note: string): Checkpoint | string {
  return readCheckpoint(note.slice(0, note.lastIndexOf('\n\n') + 1));
}

function readCheckpoint(text: string): Checkpoint | string {
  try {
    return parseCheckpoint(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return error.message;
  }
}

/** The tree without leaves has only one root. */
function isRootOf(size: number, root: Uint8Array): boolean {
  return isHash(root) && (size > 0 || sameHash(root, EMPTY_ROOT));
}
