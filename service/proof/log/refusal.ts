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
  /** The chain has lost artifacts that were signed: its end was cut off, or an older database put back. */
  | 'shorter_than_signed'
  /** The chain does not begin with the signed tree. */
  | 'history_rewritten'
  | 'missing_record'
  /** The head row names another hash than the last artifact has. */
  | 'wrong_head'
  | 'altered_tile'
  /** The published checkpoint was not signed by a key of this folder. */
  | 'altered_checkpoint'
  /** The last signed note in the folder can't be read or trusted. */
  | 'altered_signing_folder'
  /** The database was put back from a backup, and no record states it yet. */
  | 'restore_not_stated';
