/** The legal holds of a chain, newest first, page by page. */
import { type Cursors, type ListById, type Page, pageById } from '../../database/signed-cursor.ts';
import { HOLD_PREFIX, type HoldRecord, holdsOf } from './hold.ts';

export const HOLD_FILTERS = ['in_force', 'all'] as const;
export type HoldsListed = (typeof HOLD_FILTERS)[number];

/** @throws {Failure} `invalid` for a cursor of another list. */
export function listHolds(
  cursors: Cursors,
  chain: number,
  listed: HoldsListed,
  limit: number,
  cursor?: string,
): Promise<Page<HoldRecord>> {
  const list: ListById<HoldRecord> = {
    secret: 'hold cursors',
    prefix: HOLD_PREFIX,
    chain,
    filters: [listed],
    idOf: ({ hold_id }) => hold_id,
    read(before, most) {
      let page = holdsOf(cursors.db, chain);
      if (listed === 'in_force') page = page.where('lifted_at', 'is', null);
      if (before !== null) page = page.where('hold_id', '<', before);
      return page.orderBy('hold_id', 'desc').limit(most).execute();
    },
  };
  return pageById(cursors, list, limit, cursor);
}
