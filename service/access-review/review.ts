/** A review of access: open while lines are decided about, and closed once each was. A tenant has one open review at most. */
import type { JsonObject } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { Database } from '../database/open.ts';
import type { AccessReviewLinesTable, AccessReviewsTable } from '../database/tables/member.ts';
import { Failure } from '../foundation/failure.ts';
import { isId } from '../foundation/ids.ts';
import { MANAGES_MEMBERS, type Principal, requireProduction, requireScope } from '../keys/index.ts';

export const REVIEW_PREFIX = 'rev';

export const REVIEW_STATUSES = ['open', 'closed'] as const;
export const DECISIONS = ['kept', 'revoked'] as const;
export type Decision = (typeof DECISIONS)[number];

export const REVIEW_STARTED = 'access_review.start';
export const REVIEW_CLOSED = 'access_review.close';
/** The actions of decisions, by the decision. */
export const DECIDED = { kept: 'access_review.keep', revoked: 'access_review.revoke' } as const;
export const REVIEW_CHANGES: readonly string[] = [REVIEW_STARTED, ...Object.values(DECIDED), REVIEW_CLOSED];

export type ReviewRow = Omit<Selectable<AccessReviewsTable>, 'chain'>;
export type DecidedRow = Omit<Selectable<AccessReviewLinesTable>, 'chain' | 'review_id'>;

export function reviewsOf(db: Database, chain: number) {
  return db
    .selectFrom('access_reviews')
    .select(['review_id', 'status', 'started_at', 'started_by', 'closed_at', 'closed_by', 'version'])
    .select('evidence_id')
    .where('chain', '=', chain);
}

/** @throws {Failure} `not_found`. */
export async function findReview(db: Database, chain: number, reviewId: string): Promise<ReviewRow> {
  const row = isId(REVIEW_PREFIX, reviewId)
    ? await reviewsOf(db, chain).where('review_id', '=', reviewId).executeTakeFirst()
    : undefined;
  if (row === undefined) throw new Failure('not_found', 'There is no such review.');
  return row;
}

export function decidedIn(db: Database, chain: number, reviewId: string): Promise<DecidedRow[]> {
  return db
    .selectFrom('access_review_lines')
    .select(['kind', 'subject', 'state', 'decision', 'by_self', 'decided_at', 'decided_by', 'evidence_id'])
    .where('chain', '=', chain)
    .where('review_id', '=', reviewId)
    .orderBy('kind')
    .orderBy('subject')
    .execute();
}

/** The newest one that was closed at this time or before; undefined where there is none. */
export function lastClosed(db: Database, chain: number, atMs: number): Promise<ReviewRow | undefined> {
  return reviewsOf(db, chain)
    .where('closed_at', '<=', atMs)
    .orderBy('closed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** A review as the record of a change states it. */
export function recordedReview({ review_id, status, version }: ReviewRow): JsonObject {
  return { review_id, status, version };
}

/** Changes the review, in the transaction of a record, if it is still as it was read. */
export function movedOn(db: Database, chain: number, before: ReviewRow, after: ReviewRow) {
  return db
    .updateTable('access_reviews')
    .set(after)
    .where('chain', '=', chain)
    .where('review_id', '=', before.review_id)
    .where('version', '=', before.version);
}

/** An attempt to move on fails only because of another decision. */
export const MAX_ATTEMPTS = 20;

/** @throws {Failure} `forbidden`. */
export function requireMayReview(maker: Principal): void {
  requireScope(maker, MANAGES_MEMBERS);
  requireProduction(maker);
}

/** @throws {Failure} `conflict`. */
export function requireOpen({ status }: ReviewRow): void {
  if (status !== 'open') throw Failure.conflict('review_closed', 'The review is closed. Start another one.');
}

export interface Counts {
  kept: number;
  revoked: number;
  /** How many of those that were kept are the reviewer's own access. */
  by_self: number;
}

export function countsOf(decided: readonly Pick<DecidedRow, 'decision' | 'by_self'>[]): Counts {
  const kept = decided.filter(({ decision }) => decision === 'kept').length;
  const own = decided.filter(({ by_self }) => by_self === 1).length;
  return { kept, revoked: decided.length - kept, by_self: own };
}
