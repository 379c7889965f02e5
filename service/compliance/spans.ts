/** What held in a period, one span after another: from the changes on record, or from when things began and ended. */
import type { Period } from '../evidence/index.ts';

/** Some of the period, in which one thing held. */
export interface Span<V> extends Period {
  /** undefined where nothing says any more what it was. */
  value: V | undefined;
  /** The record of the change it began with; null where it held before any. */
  evidenceId: string | null;
}

interface Change<V> {
  /** Of its record. */
  id: string;
  /** ms since the epoch. */
  at: number;
  value: V | undefined;
}

/**
 * @param changes in the order of the chain, which is the one that counts: a clock may lag behind.
 * @param first what held before any of them.
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

/** In the order of the chain: how many there are after each change. */
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

/** Something that holds from one moment to another; null for no end. */
export interface Lifetime {
  from: number;
  to: number | null;
}

/** How many of them there are at a time. */
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
