/**
 * The seal of the file of a report, its member `sealed_by`: a signed checkpoint that is newer than the record of the report
 * and those of its sign-offs, and has them in its tree, which begins with the tree that the report was made of.
 */
import { checkpointOrigin, type OpenCheckpoint, openCheckpoint } from '../notes/checkpoint.ts';
import type { VerifierKey } from '../notes/note-key.ts';
import { EMPTY_ROOT, verifyConsistency } from '../tree/merkle.ts';
import type { Blame } from './contents.ts';
import { hashesIn, isInTree, readLeaf } from './leaves.ts';
import type { ExceptionsFile, OpenedRecord } from './report-file.ts';

export interface Keys {
  /** From the reader. */
  given: readonly VerifierKey[];
  /** In the file. */
  listed: readonly VerifierKey[];
}

/** Opens a checkpoint with the keys that the reader gave, or else with those of the file. */
export function openWith(
  { given, listed }: Keys,
  note: string,
): { isByGiven: boolean; opened: ReturnType<typeof openCheckpoint> } {
  const opened = openCheckpoint(note, given);
  if (opened.fault === null) return { isByGiven: true, opened };
  return { isByGiven: false, opened: openCheckpoint(note, listed) };
}

export function isOfChain(chain: string, { checkpoint }: OpenCheckpoint): boolean {
  try {
    return checkpoint.origin === checkpointOrigin(chain);
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/**
 * @param from the opened checkpoint of the report; null where there is none, or it could not be opened.
 * @returns whether a key that the reader gave has signed the seal.
 */
export function checkSeal(
  file: ExceptionsFile,
  from: OpenCheckpoint | null,
  keys: Keys,
  blame: Blame,
): boolean {
  const { report, sealed_by, recorded, sign_offs } = file;
  const { isByGiven, opened } = openWith(keys, sealed_by);
  if (opened.fault !== null) {
    blame(`The seal (sealed_by) is not signed by a key of this chain: ${opened.fault.message}`);
    return isByGiven;
  }
  if (!isOfChain(report.chain, opened)) {
    blame('The seal is of another chain.');
    return isByGiven;
  }
  if (from !== null || report.checkpoint === null) checkGrowth(file, from, opened, blame);
  checkSealed(recorded, 'record', opened, blame);
  for (const signOff of sign_offs) checkSealed(signOff, 'sign-off', opened, blame);
  return isByGiven;
}

/** Otherwise the report could be of one history, and its record and sign-offs of another (RFC 6962, section 2.1.2). */
function checkGrowth(
  { consistency_proof }: ExceptionsFile,
  from: OpenCheckpoint | null,
  { checkpoint: { size: to, root: toRoot } }: OpenCheckpoint,
  blame: Blame,
): void {
  const { size, root } = from?.checkpoint ?? { size: 0, root: EMPTY_ROOT };
  if (to < size) {
    blame("The seal is older than the report's checkpoint.");
    return;
  }
  const hashes = hashesIn(consistency_proof);
  if (hashes !== null && verifyConsistency({ from: size, to, hashes }, root, toRoot)) return;
  blame(
    "The consistency proof does not show that the seal's tree begins with that of the report's checkpoint.",
  );
}

function checkSealed(
  { leaf: text, proof }: OpenedRecord,
  kind: 'record' | 'sign-off',
  { checkpoint }: OpenCheckpoint,
  blame: Blame,
): void {
  const leaf = readLeaf(text);
  if (leaf === null) return;
  const named = kind === 'record' ? `record ${leaf.id} of the report` : `sign-off ${leaf.id}`;
  if (leaf.index >= checkpoint.size) blame(`The seal is older than the ${named}.`);
  else if (!isInTree(leaf.index, text, proof, checkpoint)) blame(`The ${named} is not in the signed tree.`);
}
