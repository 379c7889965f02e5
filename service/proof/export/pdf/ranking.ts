/**
 * The most frequent of any number of names, in memory for some thousands (Misra and Gries): exact while all names fit.
 * Beyond that, every name more frequent than `lost` is kept, and a second pass counts it exactly.
 */
const MAX_KEPT = 20_000;

export interface Ranks {
  /** Most frequent first; ties by name. */
  names: { name: string; count: number }[];
  /** The number of different names; null if there were too many to count. */
  different: number | null;
  /** A name that is not listed may occur this often; 0 if the list is certain. */
  unseen: number;
}

export class Ranking {
  readonly #most: number;
  readonly #counts = new Map<string, number>();
  #lost = 0;
  #closed = false;

  constructor(most = MAX_KEPT) {
    this.#most = most;
  }

  /** Whether every name added so far is counted. */
  get exact(): boolean {
    return this.#lost === 0;
  }

  add(name: string): void {
    const count = this.#counts.get(name);
    if (count !== undefined) this.#counts.set(name, count + 1);
    else if (!this.#closed) {
      this.#counts.set(name, 1);
      if (this.#counts.size > this.#most) this.#shrink();
    }
  }

  /** From now on, only the kept names are counted, starting from zero. */
  recount(): void {
    this.#closed = true;
    for (const name of this.#counts.keys()) this.#counts.set(name, 0);
  }

  ranks(most: number): Ranks {
    const names = [...this.#counts]
      .map(([name, count]) => ({ name, count }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
      .slice(0, most);
    const least = names.length < most ? 0 : (names.at(-1)?.count ?? 0);
    return {
      names,
      different: this.exact ? this.#counts.size : null,
      unseen: this.#lost >= least ? this.#lost : 0,
    };
  }

  /** Subtracts the median from every name, and drops the names that have nothing left. */
  #shrink(): void {
    const sorted = [...this.#counts.values()].sort((a, b) => a - b);
    const taken = sorted[sorted.length >> 1] ?? 1;
    this.#lost += taken;
    for (const [name, count] of this.#counts) {
      if (count <= taken) this.#counts.delete(name);
      else this.#counts.set(name, count - taken);
    }
  }
}
