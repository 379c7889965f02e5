/** The report on an exported file, and how it is collected while the file is read. */

import type { ExportManifest } from './format.ts';
import type { WithheldCounts } from './removals.ts';
import type { StatedRestore } from './restore.ts';

export const EXPORT_PROBLEMS = [
  // Of the file as a whole.
  'not_an_export',
  'malformed_file',
  'wrong_count',
  // Of what was signed.
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
  // Of one artifact.
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
  /** Of the artifact; null if it concerns none in particular. */
  index: number | null;
  problem: ExportProblemName;
  /** One sentence for a reader. */
  message: string;
}

/**
 * `sound`: nothing is wrong. `unsound`: something is. `unchecked`: nothing was found wrong, but something that was asked
 * for could not be checked, or the file is no export at all; that is no yes.
 */
export type ExportVerdict = 'sound' | 'unsound' | 'unchecked';

/** How the file stands to a checkpoint that the reader has kept. */
export interface TrustedComparison {
  outcome: 'consistent' | 'rewritten' | 'not_comparable';
  /** Of the kept checkpoint; null if it can't be read. */
  size: number | null;
  message: string;
}

export interface ExportReport {
  verdict: ExportVerdict;
  /** The first 20 of them. */
  problems: ExportProblem[];
  problemCount: number;
  /** What the file says of itself; see there for what nothing vouches for. Null where it wasn't come to. */
  manifest: ExportManifest | null;
  /** What was signed; null if no signature held. */
  checkpoint: { origin: string; size: number; root: string; signedBy: string[] } | null;
  /**
   * Whether the file is signed, rightly or not, by one of the keys that the reader gave; true if none was given. If
   * it is not, the file is held against the keys in it, which only shows alterations.
   */
  keysFit: boolean;
  /** The reason to trust this key: it was given, it signed a kept checkpoint too, or none. */
  keyVouchedBy: 'given_key' | 'kept_checkpoint' | 'nobody';
  /** Whether anything vouches for the key. If not, the file is only consistent with itself. */
  trusted: boolean;
  /** Null where no checkpoint was handed in. */
  trustedCheckpoint: TrustedComparison | null;
  /** Each artifact of the file counts once in `total`, and once in one of the others. */
  artifacts: { total: number; verified: number; withheld: number; faulty: number };
  /** Why payloads are withheld. */
  withheld: WithheldCounts;
  /** Older databases that were put back, by index; `isShown` where a record in this file states it. */
  restores: (StatedRestore & { isShown: boolean })[];
  /** Whether the file claims to hold every artifact of the chain up to its checkpoint, rather than those of a filter. */
  isWhole: boolean;
  /** `created_at` of the first and the last artifact. */
  period: { first: string; last: string } | null;
  /** Payloads that are right only in their canonical form: another program has written the file anew. */
  rewrittenPayloads: number;
  /** Members that this version doesn't know, and so has not looked at. */
  ignoredMembers: string[];
  /** How many bytes were read. */
  bytes: number;
}

const MAX_PROBLEMS = 20;

/** The first problems, and how many there are. */
export class ProblemList {
  readonly first: ExportProblem[] = [];
  count = 0;

  add(index: number | null, problem: ExportProblemName, message: string): void {
    this.count += 1;
    if (this.first.length < MAX_PROBLEMS) this.first.push({ index, problem, message });
  }
}
