/** Starts a review, and closes it once each line is decided. Each is one record that commits with the row. */
import { bound } from '../database/evidence/append-store.ts';
import { recordChange, type Stamp, stampNow } from '../evidence/changes/index.ts';
import { Failure } from '../foundation/failure.ts';
import { retryOvertaken } from '../foundation/retry.ts';
import type { Principal } from '../keys/index.ts';
import { linesOf } from './lines.ts';
import {
  countsOf,
  decidedIn,
  findReview,
  MAX_ATTEMPTS,
  movedOn,
  REVIEW_CLOSED,
  REVIEW_PREFIX,
  REVIEW_STARTED,
  type ReviewRow,
  recordedReview,
  requireMayReview,
  requireOpen,
} from './review.ts';
import type { RevokeDeps } from './revoke.ts';

/** @throws {Failure} `forbidden`; `conflict` while another one is open; `unavailable`. */
export async function startReview(deps: RevokeDeps, maker: Principal): Promise<ReviewRow> {
  requireMayReview(maker);
  const stamp = stampNow(deps);
  const row: ReviewRow = {
    review_id: deps.ids.ordered(REVIEW_PREFIX, stamp.at),
    status: 'open',
    started_at: stamp.at,
    started_by: maker.party,
    closed_at: null,
    closed_by: null,
    version: 1,
    evidence_id: stamp.id,
  };
  const insertion = deps.db
    .insertInto('access_reviews')
    .values({ chain: maker.chain, ...row })
    // Only one is open.
    .onConflict((conflict) => conflict.doNothing());
  const result = await recordChange(deps, {
    chain: maker.chain,
    stamp,
    action: REVIEW_STARTED,
    actor: maker,
    change: recordedReview(row),
    statements: [bound(insertion, 1)],
  });
  if (result.kind === 'appended') return row;
  throw Failure.conflict('review_open', 'A review is open already. Close it before you start another.');
}

/** @throws {Failure} `not_found`; `conflict` if it is closed, or a line is not decided; `unavailable`. */
export function closeReview(deps: RevokeDeps, maker: Principal, reviewId: string): Promise<ReviewRow> {
  requireMayReview(maker);
  return retryOvertaken(reviewId, MAX_ATTEMPTS, async () => {
    const review = await findReview(deps.db, maker.chain, reviewId);
    requireOpen(review);
    const lines = await linesOf(deps, maker, review);
    const left = lines.filter(({ decided }) => decided === null).length;
    if (left > 0) {
      const message = `${left} of ${lines.length} lines are not decided, or have changed since.`;
      throw Failure.conflict('review_incomplete', message);
    }
    return close(deps, maker, review, stampNow(deps));
  });
}

async function close(
  deps: RevokeDeps,
  maker: Principal,
  review: ReviewRow,
  stamp: Stamp,
): Promise<ReviewRow | undefined> {
  const closing = { status: 'closed', closed_at: stamp.at, closed_by: maker.party, evidence_id: stamp.id };
  const closed = { ...review, ...closing, version: review.version + 1 };
  // The review moves on with each decision, so they are those of the lines.
  const counts = countsOf(await decidedIn(deps.db, maker.chain, review.review_id));
  const result = await recordChange(deps, {
    chain: maker.chain,
    stamp,
    action: REVIEW_CLOSED,
    actor: maker,
    change: { ...recordedReview(closed), counts: { ...counts } },
    statements: [bound(movedOn(deps.db, maker.chain, review, closed), 1)],
  });
  return result.kind === 'appended' ? closed : undefined;
}
