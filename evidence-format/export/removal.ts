/**
 * Removals that a record states. A payload is removed only after a record of type `governance_change` has stated it. So
 * a record without its payload is explained by such a statement, or it was tampered with.
 */
import type { JsonObject } from '../canonical/canonical.ts';
import { isTreeSize } from '../tree/merkle.ts';

/** The actions of the records that state a removal. Their own payloads are never removed. */
export const REMOVAL_ACTIONS = { redaction: 'evidence.redact', retention: 'evidence.prune' } as const;
export type RemovalKind = keyof typeof REMOVAL_ACTIONS;

/** The payloads of the records from `first` on, up to `end` (exclusive). */
export interface Removal {
  kind: RemovalKind;
  first: number;
  end: number;
}

/**
 * The removal that a record states, from its action and its payload `{action, by, change: {index, …}}` (redaction) or
 * `{action, by, change: {from_index, to_index, …}}` (retention). Null if it states none. A record only states removals
 * of earlier records: compare `end` with its index.
 */
export function readRemoval(action: string | null, payload: JsonObject): Removal | null {
  const { change } = payload;
  if (typeof change !== 'object' || change === null || Array.isArray(change)) return null;
  if (action === REMOVAL_ACTIONS.redaction) {
    const { index } = change;
    return isTreeSize(index) ? { kind: 'redaction', first: index, end: index + 1 } : null;
  }
  if (action === REMOVAL_ACTIONS.retention) {
    const { from_index: first, to_index: end } = change;
    if (!isTreeSize(first) || !isTreeSize(end) || end <= first) return null;
    return { kind: 'retention', first, end };
  }
  return null;
}
