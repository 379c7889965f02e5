/** Spans of positions, and lists of them: ascending, not adjacent, and none empty. */

/** Positions from `start` up to `end` (exclusive). */
export interface Span {
  start: number;
  end: number;
}

/** The union of spans, which may be in any order and overlap. */
export function unionOfSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const { start, end } of [...spans].sort((one, other) => one.start - other.start)) {
    const last = joined.at(-1);
    if (last !== undefined && last.end >= start) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}

/** The positions of the first list that are not in the second. */
export function spansWithout(spans: readonly Span[], taken: readonly Span[]): Span[] {
  const left: Span[] = [];
  let next = 0;
  for (const { start, end } of spans) {
    let from = start;
    while ((taken[next]?.end ?? Number.POSITIVE_INFINITY) <= from) next += 1;
    for (let place = next; from < end; place += 1) {
      const hole = taken[place];
      if (hole === undefined || hole.start >= end) {
        left.push({ start: from, end });
        break;
      }
      if (hole.start > from) left.push({ start: from, end: hole.start });
      from = Math.max(from, hole.end);
    }
  }
  return left;
}

export function positionsIn(spans: readonly Span[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0);
}
