/** Compares reviews of access with their records: who started and closed each, and what was decided about each line. */
import {
  DECIDED,
  REVIEW_CHANGES,
  REVIEW_CLOSED,
  REVIEW_STARTED,
  recordedReview,
} from '../../../access-review/index.ts';
import { type Act, actsOfType } from '../../comparing/acts.ts';
import { differing, inTurn, naming } from '../../comparing/naming.ts';
import { pagesBy, type RowOf, rowsBy, rowsOf } from '../../comparing/rows.ts';
import type { Check, CheckContext } from '../../registry.ts';

type Review = RowOf<'access_reviews'>;
type Line = RowOf<'access_review_lines'>;

const DECISIONS: readonly string[] = Object.values(DECIDED);

const reviews = naming({
  rows: (context) => pagesBy(rowsOf(context, 'access_reviews'), 'review_id'),
  names: ['evidence_id'],
  it: ({ review_id }) => `Access review ${review_id}`,
  compare: (row, { evidence_id: act }) => ({ what: faultOfReview(row, act), at: act }),
});

function faultOfReview(row: Review, act: Act | undefined): string | null {
  if (act?.type !== 'governance_change' || !REVIEW_CHANGES.includes(act.action))
    return `There is no record of who started, continued or closed access review ${row.review_id}.`;
  const isClosed = act.action === REVIEW_CLOSED;
  const end = differing({
    status: [isClosed ? 'closed' : 'open', row.status],
    closed_at: [isClosed ? act.at : null, row.closed_at],
    closed_by: [isClosed ? act.actor : null, row.closed_by],
  });
  const stated = recordedReview(row);
  const other = act.isGone
    ? []
    : Object.keys(stated).filter((name) => act.change?.[name] !== stated[name] && !end.includes(name));
  const all = [...end, ...other];
  return all.length === 0 ? null : `is not as is on record: ${all.join(', ')}`;
}

const lines = naming({
  rows: (context) => pagesBy(rowsOf(context, 'access_review_lines'), ['review_id', 'kind', 'subject']),
  names: ['evidence_id'],
  it: ({ kind, subject, review_id }) => `The decision about ${kind} ${subject} in access review ${review_id}`,
  compare: (row, { evidence_id: act }) => ({ what: faultOfLine(row, act), at: act }),
});

function faultOfLine(row: Line, act: Act | undefined): string | null {
  if (act?.type !== 'governance_change' || !DECISIONS.includes(act.action)) return 'is not on record';
  const { change } = act;
  const made = differing({
    decision: [act.action, DECIDED[row.decision as keyof typeof DECIDED]],
    decided_at: [act.at, row.decided_at],
    decided_by: [act.actor, row.decided_by],
  });
  const about =
    change === null
      ? []
      : differing({
          review_id: [change.review_id, row.review_id],
          kind: [change.kind, row.kind],
          subject: [change.id, row.subject],
          state: [change.state, row.state],
          by_self: [Number(change.by_self), row.by_self],
        });
  const other = [...made, ...about];
  return other.length === 0 ? null : `is not as is on record: ${other.join(', ')}`;
}

/** No review and no decision is missing or as it was before its last record. */
const changes: Check = async (tally, context) => {
  const byId = await rowsBy(rowsOf(context, 'access_reviews'), 'review_id');
  const decided = await decisionsIn(context);
  for await (const page of actsOfType(context, 'governance_change', { actions: [...REVIEW_CHANGES] })) {
    for (const act of page) {
      const { change } = act;
      if (change === null) continue;
      const row = byId.get(String(change.review_id));
      if (row === undefined || Number(change.version) > row.version) {
        const what = row === undefined ? 'is not there' : 'is as it was before';
        tally.unmatched([act], context.size, `An access review went on here, and ${what}.`);
      } else if (DECISIONS.includes(act.action) && isMissing(decided, act)) {
        tally.unmatched([act], context.size, 'Access was decided about here, and the decision is not there.');
      } else {
        const isByIt = row.started_at === act.at && row.started_by === act.actor;
        const isOther = act.action === REVIEW_STARTED && !isByIt;
        const told = `Access review ${row.review_id} was started by another, or at another time, than is on record.`;
        tally.compared(isOther ? told : null, act);
      }
    }
  }
};

const nameOf = (review: string, kind: string, subject: string) => `${review} ${kind} ${subject}`;

/** The times of the decisions in the table. */
async function decisionsIn(context: CheckContext): Promise<Map<string, number>> {
  const decided = new Map<string, number>();
  const pages = pagesBy(rowsOf(context, 'access_review_lines'), ['review_id', 'kind', 'subject']);
  for await (const rows of pages)
    for (const { review_id, kind, subject, decided_at } of rows)
      decided.set(nameOf(review_id, kind, subject), decided_at);
  return decided;
}

/** A later decision about the same line replaces an earlier one. */
function isMissing(decided: ReadonlyMap<string, number>, { change, at }: Act): boolean {
  const name = nameOf(String(change?.review_id), String(change?.kind), String(change?.id));
  return (decided.get(name) ?? -1) < at;
}

export const accessReviews = inTurn(reviews, lines, changes);
