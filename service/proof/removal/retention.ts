/** The retention of payloads, and the payloads of a chain whose retention has ended. */

import { treeBuilder } from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import { DAY_MS } from '../../foundation/clock.ts';
import { RETENTION_DAYS, type Tier } from '../../tenants/index.ts';

/** The operator's setting: by tier, for ever, or so many days for every tenant. */
export type RetentionSetting = 'by-tier' | 'unlimited' | number;

const PAGE_ROWS = 512;

/** null: for ever. */
export function retentionDays(setting: RetentionSetting, tier: Tier): number | null {
  if (setting === 'unlimited') return null;
  return setting === 'by-tier' ? RETENTION_DAYS[tier] : setting;
}

/** Payloads created before this moment have expired, ms since the epoch. */
export function expiryCutoff(nowMs: number, days: number): number {
  return nowMs - days * DAY_MS;
}

export interface ExpiredRange {
  first: number;
  end: number;
  /** The RFC 6962 tree head over the leaf hashes of just this range. */
  root: Uint8Array;
}

/**
 * The run of artifacts from `first` on that were all created before `beforeMs`, at most `most` of them. If a clock was
 * set back, an artifact after a younger one waits until that one has expired.
 * @returns null if there is none.
 */
export async function expiredFrom(
  db: Database,
  chain: number,
  first: number,
  beforeMs: number,
  most: number,
): Promise<ExpiredRange | null> {
  const tree = treeBuilder();
  for (;;) {
    const position = first + tree.size;
    const wanted = Math.min(PAGE_ROWS, most - tree.size);
    const rows = await db
      .selectFrom('artifacts')
      .select(['position', 'created_at', 'hash'])
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
    tree.append(expired.map((row) => row.hash));
    if (expired.length < PAGE_ROWS) break;
  }
  if (tree.size === 0) return null;
  return { first, end: first + tree.size, root: tree.root() };
}
