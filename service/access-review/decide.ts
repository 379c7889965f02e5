/**
 * Keeps or revokes one access: one record that commits with the row. To revoke is the real act, which has a record of its
 * own, and comes first: the decision is recorded once it is done.
 */
import { bound } from '../database/evidence/append-store.ts';
import { recordChange, stampNow } from '../evidence/changes/index.ts';
import { Failure } from '../foundation/failure.ts';
import { retryOvertaken } from '../foundation/retry.ts';
import type { Principal } from '../keys/index.ts';
import { accessOf } from './access.ts';
import { type Access, type AccessKind, recordedAccess, stateOf } from './line.ts';
import { decidedBy, type Line } from './lines.ts';
import { ownOf } from './own.ts';
import {
  DECIDED,
  type Decision,
  findReview,
  MAX_ATTEMPTS,
  movedOn,
  type ReviewRow,
  recordedReview,
  requireMayReview,
  requireOpen,
} from './review.ts';
import { type RevokeDeps, revoke } from './revoke.ts';

export interface WantedDecision {
  kind: AccessKind;
  id: string;
  /** The state of the line that the caller decides about. */
  state: string;
  decision: Decision;
}

/**
 * @returns the line as it is decided.
 * @throws {Failure} `not_found` for a line that is not there (any longer); `conflict` if it has changed, the review is
 *    closed, another person has to decide, or as the act that revokes.
 */
export async function decide(
  deps: RevokeDeps,
  maker: Principal,
  reviewId: string,
  wanted: WantedDecision,
): Promise<Line> {
  requireMayReview(maker);
  const revoked = wanted.decision === 'revoked' ? await takeAway(deps, maker, reviewId, wanted) : null;
  return retryOvertaken(reviewId, MAX_ATTEMPTS, async () => {
    const review = await findReview(deps.db, maker.chain, reviewId);
    requireOpen(review);
    // Read after the review: an access that is revoked meanwhile moves the review on, and is not there any longer.
    const made = revoked ?? (await kept(deps, maker, wanted));
    return record(deps, maker, review, made);
  });
}

interface Made {
  access: Access;
  decision: Decision;
  isOwn: boolean;
  /** Whether the caller keeps their own access, since no other person can review. */
  isBySelf: boolean;
}

/** @throws {Failure} `conflict` if another person has to keep it. */
async function kept(deps: RevokeDeps, maker: Principal, wanted: WantedDecision): Promise<Made> {
  const access = await findAccess(deps, maker, wanted);
  const own = await ownOf(deps.db, maker, [access]);
  const isOwn = own.isOwn(access);
  if (isOwn && !own.isAlone)
    throw Failure.conflict('own_access', 'You cannot keep your own access: another owner has to.');
  return { access, decision: 'kept', isOwn, isBySelf: isOwn };
}

/** @returns the access as it was. */
async function takeAway(
  deps: RevokeDeps,
  maker: Principal,
  reviewId: string,
  wanted: WantedDecision,
): Promise<Made> {
  requireOpen(await findReview(deps.db, maker.chain, reviewId));
  const access = await findAccess(deps, maker, wanted);
  const isOwn = (await ownOf(deps.db, maker, [access])).isOwn(access);
  if (wanted.id === maker.party || (isOwn && wanted.kind === 'member')) {
    const message = 'You cannot revoke the access that you review with: ask another owner.';
    throw Failure.conflict('own_access', message);
  }
  await revoke(deps, maker, wanted, reviewId);
  return { access, decision: 'revoked', isOwn, isBySelf: false };
}

async function findAccess(
  deps: RevokeDeps,
  { tenantId }: Principal,
  wanted: WantedDecision,
): Promise<Access> {
  const access = (await accessOf(deps, tenantId)).find(
    ({ kind, id }) => kind === wanted.kind && id === wanted.id,
  );
  if (access === undefined) throw new Failure('not_found', 'There is no such access, or it has ended.');
  if (stateOf(access) === wanted.state) return access;
  throw Failure.conflict('access_changed', 'It may do something else by now: look at the line again.');
}

/** @returns undefined where another decision came first. */
async function record(
  deps: RevokeDeps,
  maker: Principal,
  review: ReviewRow,
  { access, decision, isOwn, isBySelf }: Made,
): Promise<Line | undefined> {
  const stamp = stampNow(deps);
  const { chain, party } = maker;
  const { kind, id } = access;
  const { review_id } = review;
  const changed = { ...review, version: review.version + 1, evidence_id: stamp.id };
  const state = stateOf(access);
  const stated = recordedAccess(access);
  const made = { decided_at: stamp.at, decided_by: party, evidence_id: stamp.id };
  const row = { state, decision, by_self: Number(isBySelf), ...made };
  const written = deps.db
    .insertInto('access_review_lines')
    .values({ chain, review_id, kind, subject: id, ...row })
    .onConflict((conflict) => conflict.columns(['chain', 'review_id', 'kind', 'subject']).doUpdateSet(row));
  const result = await recordChange(deps, {
    chain,
    stamp,
    action: DECIDED[decision],
    actor: maker,
    change: { ...recordedReview(changed), kind, id, state, decision, by_self: isBySelf, access: stated },
    statements: [bound(movedOn(deps.db, chain, review, changed), 1), bound(written, 1)],
  });
  if (result.kind !== 'appended') return undefined;
  return { kind, id, state, access: stated, isOwn, decided: decidedBy(row) };
}
