/**
 * Explains the payloads that a file lacks: removals that it proves by a later artifact that states them, removals that
 * it only claims in its manifest, and payloads that nothing explains.
 */

import type { ExportRemoval } from './format.ts';
import type { Removal } from './removal.ts';

export interface WithheldCounts {
  /** By an artifact in the file. */
  redacted: number;
  pruned: number;
  /** By the manifest, which nothing vouches for. */
  claimed: number;
  unexplained: number;
}

/** Artifacts from `first` up to `end` (exclusive). */
interface Range {
  first: number;
  end: number;
}

export class WithheldRecords {
  /** Ascending, apart from each other: pairs, because there can be millions of them. */
  readonly #bounds: number[] = [];
  readonly #stated: Removal[] = [];
  count = 0;

  /** Artifact `index` has no payload; they come in ascending order. */
  add(index: number): void {
    this.count += 1;
    if (this.#bounds.at(-1) === index) this.#bounds[this.#bounds.length - 1] = index + 1;
    else this.#bounds.push(index, index + 1);
  }

  /** An artifact that is in its place states this, of artifacts before it. */
  state(removal: Removal): void {
    this.#stated.push(removal);
  }

  /** How many for which reason, each once, and the first that nothing explains. */
  explain(claims: readonly ExportRemoval[]): WithheldCounts & { firstUnexplained: number | null } {
    const ranges: Range[] = [];
    for (let at = 0; at < this.#bounds.length; at += 2) {
      ranges.push({ first: this.#bounds[at] ?? 0, end: this.#bounds[at + 1] ?? 0 });
    }
    const redactions = this.#stated.filter(({ kind }) => kind === 'redaction');
    const prunings = this.#stated.filter(({ kind }) => kind === 'retention');
    const afterRedactions = without(ranges, redactions);
    const afterPrunings = without(afterRedactions, prunings);
    const claimed = claims.map(({ from_index, to_index }) => ({ first: from_index, end: to_index }));
    const rest = without(afterPrunings, claimed);
    return {
      redacted: length(ranges) - length(afterRedactions),
      pruned: length(afterRedactions) - length(afterPrunings),
      claimed: length(afterPrunings) - length(rest),
      unexplained: length(rest),
      firstUnexplained: rest[0]?.first ?? null,
    };
  }
}

/** What of the ranges, which ascend, is in none of the others. */
function without(ranges: readonly Range[], others: readonly Range[]): Range[] {
  const cuts = [...others].sort((one, other) => one.first - other.first);
  const rest: Range[] = [];
  let next = 0;
  let covered = 0;
  for (const { first, end } of ranges) {
    let at = Math.max(first, Math.min(covered, end));
    while (at < end) {
      const cut = cuts[next];
      if (cut === undefined || cut.first >= end) {
        rest.push({ first: at, end });
        break;
      }
      if (cut.first > at) rest.push({ first: at, end: cut.first });
      covered = Math.max(covered, cut.end);
      at = Math.min(Math.max(at, covered), end);
      if (covered <= end) next += 1;
      else break;
    }
  }
  return rest;
}

function length(ranges: readonly Range[]): number {
  return ranges.reduce((sum, { first, end }) => sum + end - first, 0);
}
