/**
 * Explains the payloads that a file lacks: some removals are proven by a later artifact that states them, some are only
 * claimed in the manifest, and some payloads are unexplained.
 */

import type { ExportRemoval } from './format.ts';
import type { Removal, RemovalKind } from './removal.ts';
import { positionsIn, type Span, spansWithout, unionOfSpans } from './span.ts';

export interface WithheldCounts {
  /** Stated by an artifact in the file. */
  redacted: number;
  pruned: number;
  /** Claimed by the manifest, which nothing vouches for. */
  claimed: number;
  unexplained: number;
}

export class WithheldRecords {
  /** Starts and ends of ascending, separate ranges. A flat list, because there can be millions. */
  readonly #bounds: number[] = [];
  readonly #stated: Removal[] = [];
  count = 0;

  /** Adds an artifact without a payload; call it in ascending order. */
  add(index: number): void {
    this.count += 1;
    if (this.#bounds.at(-1) === index) this.#bounds[this.#bounds.length - 1] = index + 1;
    else this.#bounds.push(index, index + 1);
  }

  /** Adds a removal of earlier artifacts, stated by an artifact in its place. */
  state(removal: Removal): void {
    this.#stated.push(removal);
  }

  /** The number of missing payloads by reason, each counted once, and the first unexplained one. */
  explain(claims: readonly ExportRemoval[]): WithheldCounts & { firstUnexplained: number | null } {
    const withheld: Span[] = [];
    for (let at = 0; at < this.#bounds.length; at += 2) {
      withheld.push({ start: this.#bounds[at] ?? 0, end: this.#bounds[at + 1] ?? 0 });
    }
    const statedAs = (wanted: RemovalKind) =>
      unionOfSpans(
        this.#stated.flatMap(({ kind, first, end }) => (kind === wanted ? [{ start: first, end }] : [])),
      );
    const claimed = unionOfSpans(
      claims.map(({ from_index, to_index }) => ({ start: from_index, end: to_index })),
    );
    const afterRedactions = spansWithout(withheld, statedAs('redaction'));
    const afterPrunings = spansWithout(afterRedactions, statedAs('retention'));
    const rest = spansWithout(afterPrunings, claimed);
    return {
      redacted: positionsIn(withheld) - positionsIn(afterRedactions),
      pruned: positionsIn(afterRedactions) - positionsIn(afterPrunings),
      claimed: positionsIn(afterPrunings) - positionsIn(rest),
      unexplained: positionsIn(rest),
      firstUnexplained: rest[0]?.start ?? null,
    };
  }
}
