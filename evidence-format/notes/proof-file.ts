/**
 * Proof files (C2SP tlog-proof): besides the leaf and a trusted key, all you need to verify offline that a record is in
 * a chain. Their names end in `.tlog-proof`.
 */

import { decodeBase64, encodeBase64 } from '../canonical/base64.ts';
import { isHash, isTreeSize, requireHash, verifyInclusion } from '../tree/merkle.ts';
import { type Checkpoint, type CheckpointProblem, openCheckpoint } from './checkpoint.ts';
import type { Fault } from './note.ts';
import type { VerifierKey } from './note-key.ts';

export interface ProofFile {
  /** The leaf's index in its chain, from 0. */
  index: number;
  /** The inclusion proof, from the leaf's sibling up. */
  hashes: readonly Uint8Array[];
  /** The signed checkpoint, verbatim. */
  checkpoint: string;
  /** Extra data of the application. Nothing vouches for it. Null if there is none; never empty. */
  extra: Uint8Array | null;
}

export type ProofFileProblem = CheckpointProblem | 'malformed_proof' | 'not_included';

/** A valid proof: the leaf is record `index` of the tree of this checkpoint. */
export interface VerifiedProofFile {
  fault: null;
  index: number;
  checkpoint: Checkpoint;
}

const FIRST_LINE = 'c2sp.org/tlog-proof@v1';
const EXTRA = 'extra ';
const INDEX = /^index (0|[1-9][0-9]*)$/;

/** The file's text (C2SP tlog-proof, Format). Throws a TypeError on values that a proof can't have. */
export function formatProofFile({ index, hashes, checkpoint, extra }: ProofFile): string {
  if (!isTreeSize(index))
    throw new TypeError(`The index of a leaf is an integer from 0, not ${String(index)}`);
  if (extra !== null && extra.length === 0) throw new TypeError('Extra data is not empty, or left out');
  const lines = [
    FIRST_LINE,
    ...(extra === null ? [] : [EXTRA + encodeBase64(extra)]),
    `index ${index}`,
    ...hashes.map((hash) => encodeBase64(requireHash(hash))),
  ];
  return `${lines.join('\n')}\n\n${checkpoint}`;
}

/** Does not read the checkpoint. @throws {SyntaxError} on anything but what `formatProofFile` writes. */
export function parseProofFile(text: string): ProofFile {
  const end = text.indexOf('\n\n');
  if (end === -1) throw new SyntaxError('A proof has an empty line before its checkpoint');
  const lines = text.slice(0, end).split('\n');
  if (lines.shift() !== FIRST_LINE) throw new SyntaxError(`A proof begins with ${FIRST_LINE}`);
  const extra = lines[0]?.startsWith(EXTRA)
    ? decodeBase64(lines.shift()?.slice(EXTRA.length) ?? '')
    : undefined;
  if (extra === null || extra?.length === 0) throw new SyntaxError('The extra data of a proof is base64');
  const index = Number(INDEX.exec(lines.shift() ?? '')?.[1]);
  if (!isTreeSize(index)) throw new SyntaxError('A proof has the index of its leaf, at most 2^53 − 1');
  const hashes = lines.map((line) => {
    const hash = decodeBase64(line);
    if (!isHash(hash)) throw new SyntaxError('Each hash of a proof is the base64 of 32 bytes');
    return hash;
  });
  return { index, hashes, checkpoint: text.slice(end + 2), extra: extra ?? null };
}

/**
 * Whether the leaf with this hash is in the tree of the file's checkpoint, and one of these keys signed that (C2SP
 * tlog-proof, Verifying a tlog proof). `checkpoint.origin` names the chain: pass only the keys of the chain in
 * question. Never throws because of a file.
 */
export function verifyProofFile(
  text: string,
  leafHash: Uint8Array,
  verifiers: readonly VerifierKey[],
): VerifiedProofFile | { fault: Fault<ProofFileProblem> } {
  const proof = readProofFile(text);
  if (typeof proof === 'string') return { fault: { problem: 'malformed_proof', message: `${proof}.` } };
  const opened = openCheckpoint(proof.checkpoint, verifiers);
  if (opened.fault !== null) return opened;
  const { checkpoint } = opened;
  const { index, hashes } = proof;
  if (!verifyInclusion({ size: checkpoint.size, index, hashes }, leafHash, checkpoint.root)) {
    const message = `This is not record ${index} of the ${checkpoint.size} that the checkpoint vouches for.`;
    return { fault: { problem: 'not_included', message } };
  }
  return { fault: null, index, checkpoint };
}

function readProofFile(text: string): ProofFile | string {
  try {
    return parseProofFile(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return error.message;
  }
}
