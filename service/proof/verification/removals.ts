/**
 * The removals that a chain's records state. A record counts as removed from the statement on, so counts follow from
 * the chain alone. Records that state a removal or a restore always keep their own payload.
 */
import {
  positionsIn,
  type Removal,
  type RemovalKind,
  type Span,
  type StatedRestore,
  spansWithout,
  unionOfSpans,
} from '@assize/evidence-format';

/** A record that states a removal or a restore; if its content is unclear, it states neither and justifies nothing. */
export interface Statement {
  position: number;
  removal: Removal | null;
  restores: readonly StatedRestore[];
}

/** Plain data, so that it can be stored. */
export interface Removals {
  pruned: readonly Span[];
  redacted: readonly Span[];
  /** The records that state removals or a restore. */
  acts: readonly Span[];
  /** Restores of older databases. */
  restores: readonly StatedRestore[];
}

export const NO_REMOVALS: Removals = { pruned: [], redacted: [], acts: [], restores: [] };

export function withRemovals(earlier: Removals, stated: readonly Statement[]): Removals {
  if (stated.length === 0) return earlier;
  const removed = (wanted: RemovalKind) =>
    stated.flatMap(({ removal }) => {
      return removal?.kind === wanted ? [{ start: removal.first, end: removal.end }] : [];
    });
  const acts = stated.map(({ position }) => ({ start: position, end: position + 1 }));
  return {
    pruned: unionOfSpans([...earlier.pruned, ...removed('retention')]),
    redacted: unionOfSpans([...earlier.redacted, ...removed('redaction')]),
    acts: unionOfSpans([...earlier.acts, ...acts]),
    restores: [...earlier.restores, ...stated.flatMap(({ restores }) => restores)],
  };
}

/** A redacted record counts as redacted even if its retention has ended since. */
export function countRemoved({ pruned, redacted, acts }: Removals): { pruned: number; redacted: number } {
  const kept = spansWithout(redacted, acts);
  return { pruned: positionsIn(spansWithout(spansWithout(pruned, acts), kept)), redacted: positionsIn(kept) };
}

/** The records whose payload is gone without a statement. */
export function withoutStatement(withheld: readonly Span[], { pruned, redacted, acts }: Removals): Span[] {
  return spansWithout(withheld, spansWithout(unionOfSpans([...pruned, ...redacted]), acts));
}
