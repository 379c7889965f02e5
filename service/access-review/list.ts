/** Lists reviews, newest first. */
import { type Cursors, type ListById, type Page, pageById } from '../database/signed-cursor.ts';
import { REVIEW_PREFIX, type ReviewRow, reviewsOf } from './review.ts';

/** @throws {Failure} `invalid` for a cursor of another list. */
export function listReviews(
  cursors: Cursors,
  chain: number,
  limit: number,
  cursor?: string,
): Promise<Page<ReviewRow>> {
  const list: ListById<ReviewRow> = {
    secret: 'access review cursors',
    prefix: REVIEW_PREFIX,
    chain,
    filters: [],
    idOf: ({ review_id }) => review_id,
    read(before, most) {
      const rows = reviewsOf(cursors.db, chain);
      const older = before === null ? rows : rows.where('review_id', '<', before);
      return older.orderBy('review_id', 'desc').limit(most).execute();
    },
  };
  return pageById(cursors, list, limit, cursor);
}
