/**
 * Explains the payloads that a file lacks: removals that it proves by a later artifact that states them, removals that
 * it only claims in its manifest, and payloads that nothing explains.
 */

import type { ExportRemoval } from './format.ts';
import type { Removal, RemovalKind } from './removal.ts';
import { positionsIn, type Span, spansWithout, unionOfSpans } from './span.ts';

export interface WithheldCounts {
  /** By an artifact in the file. */
  redacted: number;
  pruned: number;
  /** By the manifest, which nothing vouches for. */
  claimed: number;
  unexplained: number;
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
