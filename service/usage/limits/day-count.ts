/**
 * Counts the evidence records of one chain in a UTC day: the database's count, and this node's count since.
 */

interface Counted {
  /** By all nodes, when it was read. */
  stored: number;
  /** By this node, and not stored yet. */
  pending: number;
}

export class DayCount {
  /** If the clock jumps, several days may be counted. */
  readonly #days = new Map<number, Counted>();

  used(day: number): number {
    const { stored, pending } = this.#of(day);
    return stored + pending;
  }

  /** @param records negative if fewer were recorded than counted. */
  add(day: number, records: number): void {
    this.#of(day).pending += records;
  }

  /** The counts to store: for each day with pending records, and for the given day. */
  pending(day: number): { day: number; records: number }[] {
    this.#of(day);
    return [...this.#days]
      .filter(([each, { pending }]) => pending !== 0 || each === day)
      .map(([each, { pending }]) => ({ day: each, records: pending }));
  }

  /** Notes that these records are stored, as part of that total. */
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
