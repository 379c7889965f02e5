/** Finds the spans of a period with the value in force: from recorded changes, or from starts and ends. */
import type { Period } from '../evidence/search/index.ts';

/** A part of the period with one value. */
export interface Span<V> extends Period {
  /** undefined where no record of it remains. */
  value: V | undefined;
  /** The record of the change that started it; null where it held before the first change. */
  evidenceId: string | null;
}

interface Change<V> {
  /** The id of its record. */
  id: string;
  /** ms since the epoch. */
  at: number;
  value: V | undefined;
}

/**
 * @param changes in the order of the chain, which counts even if a clock was slow.
 * @param first the value before all of them.
 */
export async function spansOf<V>(
  changes: AsyncIterable<Change<V>>,
  first: V,
  { from, to }: Period,
): Promise<Span<V>[]> {
  const spans: Span<V>[] = [];
  let last: Span<V> = { from, to, value: first, evidenceId: null };
  for await (const { id, at, value } of changes) {
    if (at >= to) break;
    const begins = Math.max(at, last.from);
    if (begins > last.from) spans.push({ ...last, to: begins });
    last = { from: begins, to, value, evidenceId: id };
  }
  return [...spans, last];
}

/** The number of things after each change, in the order of the chain. */
export async function* countedBy<V extends { id: string; at: number }>(
  changes: AsyncIterable<readonly V[]>,
  stepOf: (change: V) => number,
): AsyncGenerator<Change<number>, void> {
  let value = 0;
  for await (const page of changes) {
    for (const change of page) {
      value += stepOf(change);
      yield { id: change.id, at: change.at, value };
    }
  }
}

/** A start and an end; null for no end. */
export interface Lifetime {
  from: number;
  to: number | null;
}

/** The number of lifetimes at each time. */
export function countsOf(lifetimes: readonly Lifetime[], { from, to }: Period): Span<number>[] {
  const steps = new Map<number, number>([[from, 0]]);
  const step = (at: number, by: number) => {
    const seen = Math.max(at, from);
    if (seen < to) steps.set(seen, (steps.get(seen) ?? 0) + by);
  };
  for (const life of lifetimes) {
    if (life.to !== null && life.to <= Math.max(from, life.from)) continue;
    step(life.from, 1);
    if (life.to !== null) step(life.to, -1);
  }
  const places = [...steps.keys()].sort((one, other) => one - other);
  let value = 0;
  return places.map((at, place) => {
    value += steps.get(at) ?? 0;
    return { from: at, to: places[place + 1] ?? to, value, evidenceId: null };
  });
}
