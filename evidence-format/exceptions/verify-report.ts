/**
 * Verifies a report of exceptions from its file alone: the report is the one that was recorded, each record that it names
 * is in the signed tree, its sample is the one that its seed gives, and its sign-offs are signed by the passkeys they name.
 * Never throws because of the file's contents.
 */
import { canonicalJson, type JsonValue } from '../canonical/canonical.ts';
import { NotJson } from '../canonical/json-members.ts';
import { parseJson } from '../canonical/parse.ts';
import type { OpenCheckpoint } from '../notes/checkpoint.ts';
import { parseVerifierKey, type VerifierKey } from '../notes/note-key.ts';
import { formatHash, sha256Text } from '../platform/sha256.ts';
import { type Blame, checkListed, checkPopulation, checkSample } from './contents.ts';
import { commits, LeafIndex, readLeaf } from './leaves.ts';
import {
  EXCEPTIONS_ACTION,
  type ExceptionsFile,
  type ExceptionsReport,
  readExceptionsFile,
} from './report-file.ts';
import { checkSeal, isOfChain, type Keys, openWith } from './seal.ts';
import { checkSignOffs, type SignedBy } from './signed.ts';

/** `unchecked`: nothing is wrong with the file, but the given keys have not signed it. */
export type ReportVerdict = 'sound' | 'unsound' | 'unchecked';

export interface ReportVerification {
  verdict: ReportVerdict;
  /** Sentences, the first 20. */
  problems: string[];
  problemCount: number;
  /** Null where the file can't be read. */
  report: ExceptionsReport | null;
  /** The id of the record that is the report. */
  recordedAs: string | null;
  /** Whether keys that the reader gave have signed the checkpoint and the seal; true if none was given. */
  keysFit: boolean;
  keyVouchedBy: 'given_key' | 'nobody';
  /** The signed checkpoint; null if no signature was valid, or the chain was empty. */
  checkpoint: { origin: string; size: number; signedBy: string[] } | null;
  /** Records whose leaf was proven to be in the signed tree. */
  recordsProven: number;
  /** Whether the position of each drawn record was computed, too; else only its number in the population. */
  positionsDrawn: boolean;
  signOffs: SignedBy[];
}

const MAX_PROBLEMS = 20;

export function verifyExceptions(
  text: string,
  verifierKeys: readonly VerifierKey[] = [],
): ReportVerification {
  const result: ReportVerification = {
    verdict: 'unsound',
    problems: [],
    problemCount: 0,
    report: null,
    recordedAs: null,
    keysFit: verifierKeys.length === 0,
    keyVouchedBy: 'nobody',
    checkpoint: null,
    recordsProven: 0,
    positionsDrawn: false,
    signOffs: [],
  };
  const blame = (problem: string | null) => {
    if (problem === null) return;
    result.problemCount += 1;
    if (result.problems.length < MAX_PROBLEMS) result.problems.push(problem);
  };
  const file = readFile(text);
  if (typeof file === 'string') {
    blame(file);
    return result;
  }
  result.report = file.report;
  result.recordedAs = checkRecorded(file, blame);
  const opened = checkSigned(file, verifierKeys, result, blame);
  const leaves = checkRecords(file, opened, blame);
  result.recordsProven = leaves.proven;
  checkListed(file.report, leaves, blame);
  checkPopulation(file.report, blame);
  result.positionsDrawn = checkSample(file.report, blame);
  result.signOffs = checkSignOffs(file, result.recordedAs, blame);
  if (result.problemCount === 0) result.verdict = result.keysFit ? 'sound' : 'unchecked';
  return result;
}

function readFile(text: string): ExceptionsFile | string {
  let value: JsonValue;
  try {
    value = parseJson(text);
    return readExceptionsFile(value);
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof NotJson || error instanceof TypeError))
      throw error;
    return `The file can't be read: ${error.message}.`;
  }
}

/** The id of the record that is the report. */
function checkRecorded({ report, report_sha256, recorded }: ExceptionsFile, blame: Blame): string | null {
  const text = canonicalJson(report as unknown as JsonValue);
  if (sha256Text(text) !== report_sha256)
    blame('The report was altered: its hash is not the one in the file.');
  const leaf = readLeaf(recorded.leaf);
  if (leaf === null) {
    blame("The leaf of the report can't be read.");
    return null;
  }
  if (
    leaf.artifact_type !== 'compliance_check' ||
    leaf.action !== EXCEPTIONS_ACTION ||
    leaf.chain !== report.chain
  ) {
    blame('The report names a record that is not a report of exceptions of this chain.');
  }
  if (leaf.index < report.tree_size)
    blame('The report names a record that is older than what it reports on.');
  if (!commits(leaf, recorded.salt, text)) {
    blame('The report was altered: the leaf of its record commits to another one.');
  }
  return leaf.id;
}

/** @returns the checkpoint that the report was made at, opened; null where there is none, or it is not signed. */
function checkSigned(
  file: ExceptionsFile,
  given: readonly VerifierKey[],
  result: ReportVerification,
  blame: Blame,
): OpenCheckpoint | null {
  const keys = { given, listed: keysIn(file.verifier_keys, blame) };
  const signed = checkCheckpoint(file.report, keys, blame);
  const isSealByGiven = checkSeal(file, signed?.opened ?? null, keys, blame);
  // A chain that was empty has no checkpoint but the seal.
  const isByGiven = isSealByGiven && (file.report.checkpoint === null || signed?.isByGiven === true);
  result.keysFit = given.length === 0 || isByGiven;
  result.keyVouchedBy = isByGiven ? 'given_key' : 'nobody';
  if (signed === null) return null;
  const { checkpoint, verified } = signed.opened;
  const signedBy = verified.map(({ name }) => name);
  result.checkpoint = { origin: checkpoint.origin, size: checkpoint.size, signedBy };
  return signed.opened;
}

/** The checkpoint that the report was made at; null where there is none, or no key has signed it. */
function checkCheckpoint(
  { checkpoint, chain, tree_size }: ExceptionsReport,
  keys: Keys,
  blame: Blame,
): { isByGiven: boolean; opened: OpenCheckpoint } | null {
  if (checkpoint === null) {
    if (tree_size !== 0) blame('The report has no checkpoint, although the chain has records.');
    return null;
  }
  const { isByGiven, opened } = openWith(keys, checkpoint.note);
  if (opened.fault !== null) {
    blame(`The checkpoint of the report is not signed by a key of this chain: ${opened.fault.message}`);
    return null;
  }
  const { size, root } = opened.checkpoint;
  if (!isOfChain(chain, opened)) blame('The checkpoint is of another chain.');
  if (size !== checkpoint.tree_size || size !== tree_size || formatHash(root) !== checkpoint.root_hash) {
    blame('The report states another tree than the one that was signed.');
  }
  return { isByGiven, opened };
}

function keysIn(listed: ExceptionsFile['verifier_keys'], blame: Blame): VerifierKey[] {
  return listed.flatMap(({ vkey }) => {
    try {
      return [parseVerifierKey(vkey)];
    } catch (error) {
      blame(`A verifier key of the file can't be read: ${(error as Error).message}.`);
      return [];
    }
  });
}

function checkRecords(
  { report, records }: ExceptionsFile,
  opened: OpenCheckpoint | null,
  blame: Blame,
): LeafIndex {
  const leaves = new LeafIndex(report.chain);
  for (const record of records) blame(leaves.take(record, opened?.checkpoint ?? null));
  return leaves;
}
