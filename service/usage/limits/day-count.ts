/** The evidence records of one chain in a UTC day: what the database knows, and what this node has counted since. */

interface Counted {
  /** By all nodes, as of when it was read. */
  stored: number;
  /** By this one, and not stored. */
  pending: number;
}

export class DayCount {
  /** A clock that jumps may count in several. */
  readonly #days = new Map<number, Counted>();

  used(day: number): number {
    const { stored, pending } = this.#of(day);
    return stored + pending;
  }

  /** @param records negative where less was recorded than counted. */
  add(day: number, records: number): void {
    this.#of(day).pending += records;
  }

  /** What is to be stored: of each day with something pending, and of the one asked for. */
  pending(day: number): { day: number; records: number }[] {
    this.#of(day);
    return [...this.#days]
      .filter(([each, { pending }]) => pending !== 0 || each === day)
      .map(([each, { pending }]) => ({ day: each, records: pending }));
  }

  /** Those records are stored now, as part of so many. */
  stored(day: number, records: number, used: number): void {
    const counted = this.#of(day);
    counted.pending -= records;
    counted.stored = used;
  }

  get isStored(): boolean {
    return [...this.#days.values()].every(({ pending }) => pending === 0);
  }

  #of(day: number): Counted {
    const counted = this.#days.get(day) ?? { stored: 0, pending: 0 };
    this.#days.set(day, counted);
    return counted;
  }
}
