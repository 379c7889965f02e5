/** The reason not to sign a chain: it is not consistent with its last signature. */
import type { Finding } from '../alarms/alarms.ts';

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly finding: Finding;

  constructor(problem: SigningProblem, message: string, position: number | null = null) {
    super(message);
    this.finding = { problem, message, position };
  }
}

export type SigningProblem =
  /** The chain has fewer records than were signed: its end was cut off, or an older database put back. */
  | 'shorter_than_signed'
  /** The records differ from the signed ones. */
  | 'history_rewritten'
  | 'missing_record'
  /** The chain does not end as its head row states. */
  | 'wrong_head'
  /** A stored tile of the tree differs from the records; the index is that of its first record. */
  | 'altered_tile'
  /** No key of this node's folder signed the published checkpoint, or its row differs from it. */
  | 'altered_checkpoint'
  /** The last signed note in the signing folder can't be read or trusted. */
  | 'altered_signing_folder'
  /** The database was put back from a backup, and no record states it yet. */
  | 'restore_not_stated';
