/** Surface A: reviews of access: starts them, keeps or revokes each line, and closes them. */

import type { FastifyReply } from 'fastify';
import {
  closeReview,
  countsOf,
  decide,
  decidedIn,
  findReview,
  type Line,
  linesOf,
  listReviews,
  ownOf,
  type ReviewRow,
  type RevokeDeps,
  reviewCsv,
  startReview,
} from '../../../access-review/index.ts';
import { isoOrNull } from '../../../foundation/clock.ts';
import { MANAGES_MEMBERS, type Principal } from '../../../keys/index.ts';
import { attachment } from '../../answers/files.ts';
import { principalOf } from '../../callers/access.ts';
import type { Noun } from '../../services.ts';
import { CLOSE, DECIDE, EXPORT, LIST, SHOW, START } from './access-review-schemas.ts';

/** Names of people and keys are in records, which viewers don't see. */
const READ = { scope: 'evidence:read', environment: 'production' } as const;
const MANAGE = { scope: MANAGES_MEMBERS, environment: 'production' } as const;

export const accessReviewsA: Noun<RevokeDeps> = (app, services) => {
  const { db } = services;
  const shown = async ({ chain }: Principal, row: ReviewRow) =>
    fieldsOf(row, await decidedIn(db, chain, row.review_id));
  const inFull = async (principal: Principal, row: ReviewRow) => {
    const lines = await linesOf(services, principal, row);
    const { isAlone } = await ownOf(db, principal, []);
    return { ...(await shown(principal, row)), alone: isAlone, lines: lines.map(lineFields) };
  };
  const reviewIn = (principal: Principal, reviewId: string) => findReview(db, principal.chain, reviewId);

  app.get('/access-reviews', { config: READ, schema: LIST }, async (request) => {
    const principal = principalOf(request);
    const { limit = 100, cursor } = request.query;
    const page = await listReviews(services, principal.chain, limit, cursor);
    const items = await Promise.all(page.items.map((row) => shown(principal, row)));
    return { items, next_cursor: page.nextCursor };
  });

  app.post('/access-reviews', { config: MANAGE, schema: START }, async (request, reply) => {
    const principal = principalOf(request);
    const row = await startReview(services, principal);
    reply.code(201);
    return inFull(principal, row);
  });

  app.get('/access-reviews/:review_id', { config: READ, schema: SHOW }, async (request) => {
    const principal = principalOf(request);
    return inFull(principal, await reviewIn(principal, request.params.review_id));
  });

  app.post('/access-reviews/:review_id/decisions', { config: MANAGE, schema: DECIDE }, async (request) => {
    const { review_id: id } = request.params;
    return lineFields(await decide(services, principalOf(request), id, request.body));
  });

  app.post('/access-reviews/:review_id/close', { config: MANAGE, schema: CLOSE }, async (request) => {
    const principal = principalOf(request);
    return inFull(principal, await closeReview(services, principal, request.params.review_id));
  });

  app.get('/access-reviews/:review_id/export', { config: READ, schema: EXPORT }, async (request, reply) => {
    const principal = principalOf(request);
    const row = await reviewIn(principal, request.params.review_id);
    if (request.query.format !== 'csv') return inFull(principal, row);
    const csv = await reviewCsv(await linesOf(services, principal, row));
    return (reply as FastifyReply).headers(attachment('assize-access-review.csv', 'csv')).send(csv);
  });
};

function fieldsOf(row: ReviewRow, decided: Parameters<typeof countsOf>[0]) {
  return {
    review_id: row.review_id,
    status: row.status as 'open' | 'closed',
    started_at: new Date(row.started_at).toISOString(),
    started_by: row.started_by,
    closed_at: isoOrNull(row.closed_at),
    closed_by: row.closed_by,
    counts: countsOf(decided),
    evidence_id: row.evidence_id,
  };
}

/** The access as its record states it. */
interface Stated {
  name: string;
  granted: object;
  granted_by: string | null;
  since: string;
  last_used_at: string | null;
  ends_at: string | null;
}

function lineFields({ kind, id, state, access, isOwn, decided }: Line) {
  return {
    kind,
    id,
    state,
    access: access as unknown as Stated | null,
    own: isOwn,
    decided: decided && {
      decision: decided.decision,
      by_self: decided.isBySelf,
      at: new Date(decided.at).toISOString(),
      by: decided.by,
      evidence_id: decided.evidenceId,
    },
  };
}
