/**
 * What the records of a chain state to have been removed, and so which payloads may be gone. A record counts as
 * removed from the moment that is stated, whether its payload is gone already or not: so the counts follow from the
 * chain alone. Records that state a removal, or that an older database was put back, keep their own payload for ever.
 */
import type { Removal, RemovalKind, StatedRestore } from '@assize/evidence-format';
import { lengthOf, type Span, union, without } from '../../foundation/span.ts';

/** A record that states a removal or a restore; neither where what it says is not clear, and then it justifies nothing. */
export interface Statement {
  position: number;
  removal: Removal | null;
  restores: readonly StatedRestore[];
}

/** Plain data, so that it can be stored. */
export interface Removals {
  pruned: readonly Span[];
  redacted: readonly Span[];
  /** The records that state removals, or a restore. */
  acts: readonly Span[];
  /** Older databases that were put back. */
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
    pruned: union([...earlier.pruned, ...removed('retention')]),
    redacted: union([...earlier.redacted, ...removed('redaction')]),
    acts: union([...earlier.acts, ...acts]),
    restores: [...earlier.restores, ...stated.flatMap(({ restores }) => restores)],
  };
}

/** What was redacted counts as that, also where its retention has passed since. */
export function countRemoved({ pruned, redacted, acts }: Removals): { pruned: number; redacted: number } {
  const kept = without(redacted, acts);
  return { pruned: lengthOf(without(without(pruned, acts), kept)), redacted: lengthOf(kept) };
}

/** Of records whose payload is gone, those of which no record states it. */
export function withoutStatement(withheld: readonly Span[], { pruned, redacted, acts }: Removals): Span[] {
  return without(withheld, without(union([...pruned, ...redacted]), acts));
}
