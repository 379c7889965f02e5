/** The payloads of a chain whose retention has ended. */

import { treeBuilder } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import { HELD_BY, type Hold, holdOn } from '../holds/hold.ts';

const PAGE_ROWS = 512;

export interface ExpiredRange {
  first: number;
  end: number;
  /** The RFC 6962 tree head over the leaf hashes of just this range. */
  root: Uint8Array;
}

/** The conditions for an expired range. */
export interface Expiry {
  /** Created before, ms since the epoch. */
  beforeMs: number;
  /** A range does not begin with an artifact that one of these covers, and leaves held ones within it in place. */
  holds: readonly Hold[];
  /** The maximum number. */
  most: number;
}

/**
 * The run of artifacts from `first` on that were all created before `beforeMs`; one that follows a younger one waits.
 * @returns null if there is none, or all of it is under legal hold.
 */
export async function expiredFrom(
  db: Database,
  chain: number,
  first: number,
  { beforeMs, holds, most }: Expiry,
): Promise<ExpiredRange | null> {
  const tree = treeBuilder();
  let start = first;
  for (;;) {
    const position = start + tree.size;
    const wanted = Math.min(PAGE_ROWS, most - tree.size);
    const rows = await db
      .selectFrom('artifacts')
      .select(HELD_BY)
      .select(['position', 'hash'])
      .where('chain', '=', chain)
      .where('position', '>=', position)
      .orderBy('position')
      .limit(wanted)
      .execute();
    if (rows.some((row, place) => row.position !== position + place)) {
      throw new Error(`artifacts are missing after position ${position}: nothing is pruned there`);
    }
    const young = rows.findIndex((row) => row.created_at >= beforeMs);
    const expired = young === -1 ? rows : rows.slice(0, young);
    const free = tree.size > 0 ? 0 : expired.findIndex((row) => holdOn(holds, row) === null);
    const held = free === -1 ? expired.length : free;
    start += held;
    tree.append(expired.slice(held).map((row) => row.hash));
    if (expired.length < PAGE_ROWS) break;
  }
  if (tree.size === 0) return null;
  return { first: start, end: start + tree.size, root: tree.root() };
}
