export { closeReview, startReview } from './change.ts';
export { reviewCsv } from './csv.ts';
export { decide } from './decide.ts';
export { ACCESS_KINDS } from './line.ts';
export { type Line, linesOf } from './lines.ts';
export { listReviews } from './list.ts';
export { ownOf } from './own.ts';
export {
  countsOf,
  DECIDED,
  DECISIONS,
  decidedIn,
  findReview,
  lastClosed,
  REVIEW_CHANGES,
  REVIEW_CLOSED,
  REVIEW_STARTED,
  REVIEW_STATUSES,
  type ReviewRow,
  recordedReview,
} from './review.ts';
export type { RevokeDeps } from './revoke.ts';
