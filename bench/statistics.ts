/** Statistics that sum up rounds. */

/** @param values at least one. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  if (upper === undefined || lower === undefined) throw new Error('a median needs a value');
  return (lower + upper) / 2;
}

/** null if any value is null, because half a measurement is useless. */
export function medianOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 || known.length < values.length ? null : median(known);
}

/** The nearest rank, which is an actually measured value. null if there are no values. */
export function percentile(values: readonly number[], percent: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? null;
}

export function difference(after: number | null, before: number | null): number | null {
  return after === null || before === null ? null : after - before;
}

/** null if either value is null, or if the divisor is zero. */
export function quotient(upper: number | null, lower: number | null): number | null {
  return upper === null || lower === null || lower === 0 ? null : upper / lower;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}

/** @param values at least one. */
export function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}
