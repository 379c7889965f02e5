/** The heads that this node last wrote: a guess that the append checks. */
import type { Head } from './append-store.ts';

/**
 * After another node has appended to a chain, this many batches lock first, because that node is probably still active.
 */
const LOCKED_BATCHES_AFTER_MEETING = 32;

export class KnownHeads {
  readonly #heads = new Map<number, Head>();
  #lockedBatches = 0;

  /** The heads to try for a batch; null if it has to wait for them. */
  headsToTry(chains: readonly number[]): ReadonlyMap<number, Head> | null {
    if (this.#lockedBatches > 0) {
      this.#lockedBatches -= 1;
      return null;
    }
    const heads = new Map<number, Head>();
    for (const chain of chains) {
      const head = this.#heads.get(chain);
      if (head === undefined) return null;
      heads.set(chain, head);
    }
    return heads;
  }

  set(chain: number, head: Head): void {
    this.#heads.set(chain, head);
  }

  /** Call it when another node had moved a head that was tried. */
  meetOther(): void {
    this.forget();
    this.#lockedBatches = LOCKED_BATCHES_AFTER_MEETING;
  }

  forget(): void {
    this.#heads.clear();
  }
}
