/** The signatures of an exported file's checkpoint, and its comparison with a checkpoint that the reader has kept. */

import {
  type Checkpoint,
  checkpointOrigin,
  formatCheckpoint,
  type OpenCheckpoint,
  openCheckpoint,
  unsignedCheckpoint,
} from '../notes/checkpoint.ts';
import { cosignaturesOf } from '../notes/cosignature.ts';
import { openNote } from '../notes/note.ts';
import { parseVerifierKey, type VerifierKey } from '../notes/note-key.ts';
import { formatHash, sameHash } from '../platform/sha256.ts';
import { TILE_WIDTH } from '../tree/tile.ts';
import type { ExportManifest } from './format.ts';
import type { ExportReport, ProblemList, TrustedComparison } from './report.ts';
import type { ExportTree } from './tree.ts';

/** The keys of these texts; adds a problem for each one that can't be read. */
export function readKeys(texts: readonly string[], problems: ProblemList): VerifierKey[] {
  return texts.flatMap((text) => {
    try {
      return [parseVerifierKey(text)];
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      problems.add(null, 'malformed_key', `A verifier key can't be read: ${error.message}.`);
      return [];
    }
  });
}

/** Whether one of these keys can show that this note is genuine, or that it is not. */
export function canVerify(keys: readonly VerifierKey[], note: string): boolean {
  return openNote(note, keys).fault?.problem !== 'no_known_signature';
}

/** Opens the file's checkpoint and compares it with the manifest. Null if it can't be opened. */
export function openFileCheckpoint(
  note: string,
  keys: readonly VerifierKey[],
  manifest: ExportManifest,
  problems: ProblemList,
): OpenCheckpoint | null {
  const opened = openCheckpoint(note, keys);
  if (opened.fault !== null) {
    problems.add(null, opened.fault.problem, `The file's checkpoint: ${opened.fault.message}`);
    return null;
  }
  const { origin, size, root } = opened.checkpoint;
  const blame = (message: string) => problems.add(null, 'wrong_checkpoint', message);
  if (origin !== originOf(manifest.chain)) {
    blame(`The file is of chain ${manifest.chain}, but its checkpoint is of ${origin}.`);
  }
  if (size !== manifest.tree_size) {
    blame(`The file claims ${manifest.tree_size} artifacts in the chain; its checkpoint says ${size}.`);
  }
  if (formatHash(root) !== manifest.root_hash) blame('The file claims another root than its checkpoint.');
  return opened;
}

function originOf(chain: string): string | null {
  try {
    return checkpointOrigin(chain);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return null;
  }
}

/** A checkpoint that the reader has kept, as far as it can be compared with a file. */
export interface KeptCheckpoint {
  checkpoint: Checkpoint | null;
  opened: OpenCheckpoint | null;
  /** The result if it is already known; null if the trees are to be compared at the end. */
  verdict: TrustedComparison | null;
}

/** Opens the kept checkpoint with the keys that open the file's own. */
export function openKeptCheckpoint(
  note: string,
  keys: readonly VerifierKey[],
  manifest: ExportManifest,
  problems: ProblemList,
): KeptCheckpoint {
  const unsigned = unsignedCheckpoint(note);
  const checkpoint = typeof unsigned === 'string' ? null : unsigned;
  const refused = (message: string): KeptCheckpoint => ({
    checkpoint,
    opened: null,
    verdict: { outcome: 'not_comparable', size: checkpoint?.size ?? null, message },
  });
  if (checkpoint === null) return refused('The checkpoint that you kept cannot be read.');
  if (checkpoint.origin !== originOf(manifest.chain)) {
    return refused(
      `The checkpoint that you kept is of ${checkpoint.origin}, and the file is of another chain.`,
    );
  }
  const opened = openCheckpoint(note, keys);
  if (opened.fault !== null) {
    const message = `The checkpoint that you kept is not signed by a key of this file: ${opened.fault.message}`;
    problems.add(null, 'foreign_log', message);
    return refused(message);
  }
  if (checkpoint.size > manifest.tree_size) {
    return refused(
      `The checkpoint that you kept is newer than the file: it has ${checkpoint.size} artifacts, the file's chain ${manifest.tree_size}.`,
    );
  }
  return { checkpoint, opened, verdict: null };
}

/** The segment whose leaves are needed for the comparison; null if none is. */
export function segmentNeeded({ checkpoint, verdict }: KeptCheckpoint): number | null {
  if (checkpoint === null || verdict !== null || checkpoint.size % TILE_WIDTH === 0) return null;
  return Math.floor(checkpoint.size / TILE_WIDTH);
}

/** Whether the file's tree, which is the signed one, begins with the tree of the kept checkpoint. */
export function compareTrees(
  kept: KeptCheckpoint,
  tree: ExportTree,
  problems: ProblemList,
): TrustedComparison {
  const { checkpoint, verdict } = kept;
  if (verdict !== null) return verdict;
  if (checkpoint === null) return { outcome: 'not_comparable', size: null, message: '' };
  const { size, root } = checkpoint;
  const own = tree.rootAt(size);
  if (own === null) {
    const message = `The file lacks the segment in which the ${size} artifacts of the checkpoint that you kept end; an export without a filter has it.`;
    return { outcome: 'not_comparable', size, message };
  }
  if (sameHash(own, root)) {
    return {
      outcome: 'consistent',
      size,
      message: `The first ${size} artifacts are those of the checkpoint that you kept.`,
    };
  }
  const message = `The history was rewritten: the first ${size} artifacts are not those of the checkpoint that you kept.`;
  problems.add(null, 'history_rewritten', message);
  return { outcome: 'rewritten', size, message };
}

/** Whether a key that signed the file's checkpoint also signed the kept one. */
export function haveSignerInCommon(one: OpenCheckpoint | null, other: OpenCheckpoint | null): boolean {
  if (one === null || other === null) return false;
  return one.verified.some((mine) =>
    other.verified.some(({ name, keyId }) => name === mine.name && keyId === mine.keyId),
  );
}

interface Found {
  options: { witnesses?: readonly VerifierKey[]; witnessesRequired?: number };
  problems: ProblemList;
  opened: OpenCheckpoint | null;
  kept: { opened: OpenCheckpoint | null } | null;
}

/** Each witness once, by the largest state that it has seen. A false cosignature is a problem of the file. */
export function witnessesOf(
  { options, problems, opened, kept }: Found,
  compared: TrustedComparison | null,
): ExportReport['witnessed'] {
  const { witnesses = [], witnessesRequired } = options;
  if (witnesses.length === 0 && witnessesRequired === undefined) return null;
  const seen = new Map<string, { witness: string; at: string; size: number }>();
  // A kept checkpoint tells of this file only where the file agrees with it.
  const agreed = compared?.outcome === 'consistent' ? kept?.opened : null;
  for (const each of [opened, agreed]) {
    if (each == null) continue;
    const { checkpoint, verified, unverified } = each;
    const { size } = checkpoint;
    const lines = [...verified, ...unverified];
    const { valid, invalid } = cosignaturesOf(formatCheckpoint(checkpoint), lines, witnesses);
    for (const name of invalid) {
      const message = `The cosignature of ${name} is not one of this checkpoint by this witness.`;
      problems.add(null, 'invalid_signature', message);
    }
    for (const { witness, at } of valid) {
      const known = seen.get(witness);
      if (known === undefined || known.size < size)
        seen.set(witness, { witness, at: new Date(at * 1000).toISOString(), size });
    }
  }
  return { required: witnessesRequired ?? 1, seen: [...seen.values()] };
}
