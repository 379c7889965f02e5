/** Checks verdicts that assume no refusal while heads are locked: none follows a refusal in its chain unknowingly. */
import {
  type AppendTransaction,
  type RefusalQuery,
  refusalKey,
} from '../../database/evidence/append-store.ts';
import type { Append } from '../artifact.ts';

export class Refusals {
  readonly #isAsked: boolean;
  readonly #found: Set<string>;

  private constructor(isAsked: boolean, found: Set<string>) {
    this.#isAsked = isAsked;
    this.#found = found;
  }

  /** One query for the whole batch, if any entry makes an assumption. */
  static async before(tx: AppendTransaction, batch: readonly Append[]): Promise<Refusals> {
    const sought = new Map<string, RefusalQuery>();
    for (const entry of batch) {
      if (entry.unlessRefused === undefined) continue;
      const one = { chain: entry.chain, ...entry.unlessRefused };
      const key = refusalKey(one);
      const other = sought.get(key);
      if (other === undefined || one.after < other.after) sought.set(key, one);
    }
    const isAsked = sought.size > 0;
    return new Refusals(isAsked, isAsked ? await tx.findRefused([...sought.values()]) : new Set());
  }

  contradict({ chain, unlessRefused }: Append): boolean {
    return unlessRefused !== undefined && this.#found.has(refusalKey({ chain, ...unlessRefused }));
  }

  /** A refusal in the batch counts for later entries of the batch. */
  add({ refused }: Append): void {
    if (this.#isAsked && refused !== undefined) this.#found.add(refusalKey(refused));
  }
}
