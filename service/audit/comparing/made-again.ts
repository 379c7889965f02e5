/** Compares stored rows that are not evidence with rows computed again from the artifacts. */
import type { Place, Tally } from '../registry.ts';

export interface Making<Row> {
  keyOf(row: Row): string;
  isSame(made: Row, stored: Row): boolean;
  /** The place at which a gap is reported. */
  placeOf?(row: Row): Place;
  missing(row: Row): string;
  other(row: Row): string;
  /** The sentence on a stored row that the artifacts do not give. */
  extra(row: Row): string;
}

export function compareMade<Row>(
  tally: Tally,
  made: readonly Row[],
  stored: readonly Row[],
  { keyOf, isSame, placeOf = () => ({}), missing, other, extra }: Making<Row>,
): void {
  const left = new Map(stored.map((row) => [keyOf(row), row]));
  for (const row of made) {
    const key = keyOf(row);
    const found = left.get(key);
    left.delete(key);
    if (found === undefined) tally.compared(missing(row), placeOf(row));
    else tally.compared(isSame(row, found) ? null : other(row), placeOf(row));
  }
  for (const row of left.values()) tally.compared(extra(row), placeOf(row));
}
