/** The report on an exported file, and the list of problems that grows while the file is read. */

import type { ExportManifest } from './format.ts';
import type { WithheldCounts } from './removals.ts';
import type { StatedRestore } from './restore.ts';

export const EXPORT_PROBLEMS = [
  // The file as a whole.
  'not_an_export',
  'malformed_file',
  'wrong_count',
  // Signatures and the tree.
  'malformed_key',
  'malformed_note',
  'malformed_checkpoint',
  'invalid_signature',
  'no_known_signature',
  'foreign_signature',
  'wrong_checkpoint',
  'wrong_tiles',
  'wrong_leaves',
  'history_rewritten',
  'foreign_log',
  // Single artifacts.
  'malformed_record',
  'missing_record',
  'out_of_order',
  'broken_link',
  'wrong_hash',
  'not_in_tree',
  'payload_without_salt',
  'salt_without_payload',
  'wrong_commitment',
  'outside_filter',
  'unexplained_removal',
  'removed_statement',
] as const;
export type ExportProblemName = (typeof EXPORT_PROBLEMS)[number];

export interface ExportProblem {
  /** The artifact's index; null if the problem concerns none in particular. */
  index: number | null;
  problem: ExportProblemName;
  /** One sentence for a reader. */
  message: string;
}

/**
 * `sound`: nothing is wrong. `unsound`: something is. `unchecked`: nothing was found wrong, but something that was
 * asked for could not be checked, or the file is not an export. This does not mean that the file is sound.
 */
export type ExportVerdict = 'sound' | 'unsound' | 'unchecked';

/** How the file compares with a checkpoint that the reader has kept. */
export interface TrustedComparison {
  outcome: 'consistent' | 'rewritten' | 'not_comparable';
  /** The size of the kept checkpoint; null if it can't be read. */
  size: number | null;
  message: string;
}

export interface ExportReport {
  verdict: ExportVerdict;
  /** The first 20 problems. */
  problems: ExportProblem[];
  problemCount: number;
  /** The file's claims about itself; its type says which of them nothing vouches for. Null if it was not reached. */
  manifest: ExportManifest | null;
  /** The signed checkpoint; null if no signature was valid. */
  checkpoint: { origin: string; size: number; root: string; signedBy: string[] } | null;
  /**
   * Whether the file has a signature, valid or not, by one of the keys that the reader gave; true if none was given.
   * Otherwise it is checked with the keys inside the file, which only shows alterations.
   */
  keysFit: boolean;
  /** The reason to trust this key: it was given, it also signed a kept checkpoint, or none. */
  keyVouchedBy: 'given_key' | 'kept_checkpoint' | 'nobody';
  /** Whether anything vouches for the key. If not, the file is merely consistent with itself. */
  trusted: boolean;
  /** Null if no checkpoint was given. */
  trustedCheckpoint: TrustedComparison | null;
  /**
   * The witnesses that have seen the log, and when: the cosignatures of the given witnesses on the file's checkpoint, and on a kept
   * one that the file agrees with. Null if no witness was given or required.
   */
  witnessed: { required: number; seen: { witness: string; at: string; size: number }[] } | null;
  /** Each artifact of the file counts once in `total`, and once in one of the others. */
  artifacts: { total: number; verified: number; withheld: number; faulty: number };
  /** The reasons for missing payloads. */
  withheld: WithheldCounts;
  /** Restores of older databases, by index; `isShown` if a record in this file states it. */
  restores: (StatedRestore & { isShown: boolean })[];
  /** Whether the file claims to contain every artifact of the chain up to its checkpoint, rather than a selection. */
  isWhole: boolean;
  /** `created_at` of the first and the last artifact. */
  period: { first: string; last: string } | null;
  /** Payloads that only match in their canonical form: another program has reformatted the file. */
  rewrittenPayloads: number;
  /** Members that this version doesn't know and has not checked. */
  ignoredMembers: string[];
  /** The number of bytes read. */
  bytes: number;
}

const MAX_PROBLEMS = 20;

/** The first problems, and the total number. */
export class ProblemList {
  readonly first: ExportProblem[] = [];
  count = 0;

  add(index: number | null, problem: ExportProblemName, message: string): void {
    this.count += 1;
    if (this.first.length < MAX_PROBLEMS) this.first.push({ index, problem, message });
  }
}
