/** The shapes of the routes for reviews of access. */
import { ACCESS_KINDS, DECISIONS, REVIEW_STATUSES } from '../../../access-review/index.ts';
import { pageOfItems } from '../../answers/response-schemas.ts';
import { inTypes, routesOf } from '../../answers/routes.ts';
import * as is from '../../schemas/fields.ts';
import { body, closed, describedRecord, object, record } from '../../schemas/objects.ts';

const Counts = record('AccessReviewCounts', {
  kept: is.integer(),
  revoked: is.integer(),
  by_self: is.integer("How many of those that were kept are the reviewer's own access"),
});

const shownFields = {
  review_id: is.text(),
  status: is.oneOf(REVIEW_STATUSES),
  started_at: is.time(),
  started_by: is.text('A key or a member'),
  closed_at: is.orNull(is.time()),
  closed_by: is.orNull(is.text()),
  counts: Counts,
  evidence_id: is.text('The record of the last decision, or of its close'),
};

const Line = describedRecord('AccessReviewLine', 'The line', {
  kind: is.oneOf(ACCESS_KINDS),
  id: is.text('A place in a group has the ids of the group and the member, an agent its environment and id'),
  state: is.text('Identifies what is granted. A decision names it, so that it is about what you saw'),
  access: is.orNull(
    record('ReviewedAccess', {
      name: is.text(),
      granted: is.open('Its rights'),
      granted_by: is.orNull(is.text(), 'null: not known'),
      since: is.time(),
      last_used_at: is.orNull(is.time(), 'null: never, or not known'),
      ends_at: is.orNull(is.time(), 'null: it has no end'),
    }),
    'null if it is gone from the evidence',
  ),
  own: is.flag('Your own access: another person has to keep it, unless you are `alone`'),
  decided: is.orNull(
    record('AccessDecision', {
      decision: is.oneOf(DECISIONS),
      by_self: is.flag('They kept their own access, since no other person could review'),
      at: is.time(),
      by: is.text('A key or a member'),
      evidence_id: is.text(),
    }),
    'null: not yet, or what is granted has changed since',
  ),
});

const Review = describedRecord('AccessReview', 'The review', shownFields);
const ReviewInFull = describedRecord('AccessReviewInFull', 'The review, and its lines', {
  ...shownFields,
  alone: is.flag('No other person can review, so you may keep your own access. That is recorded'),
  lines: is.list(Line, 'While it is open, what can get in now. Once it is closed, what was decided'),
});

const params = object({ review_id: is.text() });
const route = routesOf('a', 'Access reviews');

export const LIST = route('listAccessReviews', 'List reviews of access, newest first', {
  querystring: closed(is.page),
  200: pageOfItems(Review),
});

export const START = route('startAccessReview', 'Start a review of everything that can get in', {
  201: ReviewInFull,
  also: [409],
});

export const SHOW = route('getAccessReview', 'Get a review, with its lines', { params, 200: ReviewInFull });

export const DECIDE = route('decideAccess', 'Keep or revoke one access; to revoke is the real act', {
  params,
  body: body([{ kind: 'key', id: 'key_0123456789abcdef01234567', state: 'a'.repeat(64), decision: 'kept' }], {
    kind: is.oneOf(ACCESS_KINDS),
    id: is.label('The id of the line', 300),
    state: is.text('The state of the line that you saw', { pattern: '^[0-9a-f]{64}$' }),
    decision: is.oneOf(DECISIONS),
  }),
  200: Line,
  also: [409],
});

export const CLOSE = route('closeAccessReview', 'Close a review of which each line is decided', {
  params,
  200: ReviewInFull,
  also: [409],
});

export const EXPORT = route('exportAccessReview', 'Download a review as JSON or CSV', {
  params,
  querystring: closed({ format: is.optional(is.oneOf(['json', 'csv'], { default: 'json' })) }),
  200: inTypes('The review, and its lines', { 'application/json': ReviewInFull, 'text/csv': is.text() }),
});
