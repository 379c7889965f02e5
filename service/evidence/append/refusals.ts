/**
 * Holds verdicts that assumed that nothing was refused of their agent against what is on record where they are written.
 * Heads are held there, so no refusal stands before a verdict in its chain that did not know of it.
 */
import { type AppendTransaction, type RefusalQuery, refusalKey } from '../../database/append-store.ts';
import type { Append } from '../artifact.ts';

export class Refusals {
  readonly #isAsked: boolean;
  readonly #found: Set<string>;

  private constructor(isAsked: boolean, found: Set<string>) {
    this.#isAsked = isAsked;
    this.#found = found;
  }

  /** One look for the whole batch, where any of it assumes anything. */
  static async before(tx: AppendTransaction, batch: readonly Append[]): Promise<Refusals> {
    const sought = new Map<string, RefusalQuery>();
    for (const entry of batch) {
      if (entry.unlessRefusedAfter === undefined) continue;
      const one = soughtBy(entry, entry.unlessRefusedAfter);
      const key = refusalKey(one);
      const other = sought.get(key);
      if (other === undefined || one.after < other.after) sought.set(key, one);
    }
    const isAsked = sought.size > 0;
    return new Refusals(isAsked, isAsked ? await tx.findRefused([...sought.values()]) : new Set());
  }

  contradict(entry: Append): boolean {
    const { unlessRefusedAfter } = entry;
    return (
      unlessRefusedAfter !== undefined && this.#found.has(refusalKey(soughtBy(entry, unlessRefusedAfter)))
    );
  }

  /** What the batch itself refuses stands before what follows in it. */
  add({ refused }: Append): void {
    if (this.#isAsked && refused !== undefined) this.#found.add(refusalKey(refused));
  }
}

function soughtBy({ chain, artifact }: Append, after: number): RefusalQuery {
  return { chain, agent_id: artifact.actor, action: artifact.action ?? '', after };
}
