/** The few numbers that sum up rounds. */

/** @param values at least one. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  const lower = sorted[sorted.length % 2 === 0 ? middle - 1 : middle];
  if (upper === undefined || lower === undefined) throw new Error('the median of nothing');
  return (lower + upper) / 2;
}

/** null where any is: half a measurement is none. */
export function medianOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 || known.length < values.length ? null : median(known);
}

/** The median of the ratios of what was measured side by side. */
export function medianRatio(pairs: readonly (readonly [number | null, number | null])[]): number | null {
  return medianOf(
    pairs.map(([upper, lower]) => (upper === null || lower === null || lower === 0 ? null : upper / lower)),
  );
}
