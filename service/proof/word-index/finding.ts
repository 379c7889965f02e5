/** Sums up a search on its thread, so that the answer is small even if much was found. */
import { sha256Text } from '@assize/evidence-format';
import { type HeldBy, type Hold, holdOn } from '../holds/hold.ts';
import { isKept } from '../holds/kept.ts';

export const MAX_LISTED_IDS = 1000;
/** One erasure takes at most this many records, so that none of its steps is long; the next takes the others. */
export const MAX_TAKEN = 100_000;

export interface Found extends HeldBy {
  position: number;
  /** Whether the action or the actor also names it: these are part of the hash, and stay. */
  inLeaf: boolean;
}

export interface Finding {
  /** How many records can be removed now. */
  records: number;
  byType: Record<string, number>;
  /** The first {@link MAX_LISTED_IDS}. */
  evidenceIds: string[];
  /** The first {@link MAX_TAKEN}, which one erasure removes. */
  taken: { records: number; positions: string; positionsHash: string };
  /** Number of records that legal holds keep, by hold. */
  held: Map<string, number>;
  /** Records of removals, holds and erasures that name the subject: these stay. */
  kept: number;
  /** How many of the removable records also name it in the fields that their hash covers. */
  inLeaf: number;
}

export function summedUp(found: readonly Found[], holds: readonly Hold[]): Finding {
  const held = new Map<string, number>();
  const removable = found.filter(({ artifact_type, action }) => !isKept(artifact_type, action));
  const erasable = removable.filter((each) => {
    const hold = holdOn(holds, each);
    if (hold !== null) held.set(hold.id, (held.get(hold.id) ?? 0) + 1);
    return hold === null;
  });
  const byType: Record<string, number> = {};
  for (const { artifact_type } of erasable) byType[artifact_type] = (byType[artifact_type] ?? 0) + 1;
  const taken = erasable.slice(0, MAX_TAKEN);
  const positions = JSON.stringify(taken.map(({ position }) => position));
  return {
    records: erasable.length,
    byType,
    evidenceIds: erasable.slice(0, MAX_LISTED_IDS).map(({ id }) => id),
    taken: { records: taken.length, positions, positionsHash: sha256Text(positions) },
    held,
    kept: found.length - removable.length,
    inLeaf: erasable.filter(({ inLeaf }) => inLeaf).length,
  };
}
