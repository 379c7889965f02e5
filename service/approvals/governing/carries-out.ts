/** The means to carry out an approved change of governance. The rooms whose changes they are stand above this one. */
import type { Append } from '../../evidence/index.ts';
import type { ApprovalRow, Decision } from '../approval.ts';

export interface CarriesOut {
  /**
   * Makes the change that was asked for, in the transaction of the resolution.
   * @param resolution the append that resolves the approval. @param decisions all of them.
   * @returns false where another decision came first; then nothing has changed.
   * @throws {Failure} `conflict` where what is in force has changed since it was asked for, or the asker may no longer.
   */
  carryOut(row: ApprovalRow, resolution: Append, decisions: readonly Decision[]): Promise<boolean>;
}
