/**
 * Opens a link of a mail, and decides by it, as the member that it was made for. Opening shows and changes nothing. What
 * the member may do is read anew each time: a member who has left, or whose role was changed, gets nothing by an old
 * link. A link is used up by the member's decision, however they made it.
 */
import { RISK_LEVELS, type RiskLevel } from '@assize/act-reading/risk';
import {
  type Approval,
  askedOf,
  type DecideDeps,
  decideApproval,
  findApproval,
} from '../../approvals/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { mayDecide } from '../../members/groups/index.ts';
import { isFresh, type Session } from '../../members/identity/index.ts';
import { findMember, type Member } from '../../members/index.ts';
import { type Environment, ownerOf } from '../../tenants/index.ts';
import { findLink, type LinkDeps, type Linked } from './links.ts';

/** How its person must be signed in; `passkey`: with one, in the last ten minutes. */
export type SignIn = 'none' | 'session' | 'passkey';

export interface OpenedLink extends Linked {
  tenantId: string;
  environment: Environment;
  member: Member;
  approval: Approval;
  /** What is still missing before the approval is shown and decided. */
  missing: SignIn;
}

/** From this risk on, having the mail is not enough. */
const WITH_SESSION: readonly RiskLevel[] = ['high', 'critical'];

/**
 * @param session of the browser that sends the token; null if no person is signed in there.
 * @throws {Failure} `not_found` for a token of no link; `conflict` for one that was used or has ended; `forbidden` for
 * a member who may no longer decide, and where someone else is signed in.
 */
export async function openLink(deps: LinkDeps, token: string, session: Session | null): Promise<OpenedLink> {
  const linked = await findLink(deps, token);
  if (linked === null) throw new Failure('not_found', 'This link is not valid. Sign in to see what waits.');
  const { db, clock } = deps;
  const { tenantId, environment } = await ownerOf(db, linked.chain);
  const member = await findMember(db, tenantId, linked.memberId);
  requireDecider(member, environment);
  const isElsewhere = session !== null && session.onlyTenant !== null && session.onlyTenant !== tenantId;
  if (session !== null && (session.userId !== member.userId || isElsewhere)) {
    throw new Failure('forbidden', 'This link is for another person than the one who is signed in here.');
  }
  const approval = await findApproval(db, linked.chain, linked.approvalId);
  const now = clock.now();
  requireUnused(approval, linked.memberId, now);
  return { ...linked, tenantId, environment, member, approval, missing: missingOf(approval, session, now) };
}

export interface DecisionByLink {
  decision: 'approved' | 'rejected';
  comment?: string | undefined;
}

/** @throws {Failure} as {@link openLink} and `decideApproval`; `unauthenticated` if a sign-in is missing. */
export async function decideByLink(
  deps: LinkDeps & DecideDeps,
  token: string,
  session: Session | null,
  { decision, comment }: DecisionByLink,
): Promise<Approval> {
  const { chain, approvalId, memberId, tenantId, member, missing } = await openLink(deps, token, session);
  if (missing !== 'none') throw new Failure('unauthenticated', SIGN_IN_FIRST[missing]);
  const decider = { chain, party: memberId, tenantId, identity: null };
  return decideApproval(deps, decider, approvalId, {
    decision,
    decidedBy: member.name,
    from: 'mail',
    ...(comment !== undefined && { comment }),
    ...(session !== null && { sessionId: session.sessionId }),
  });
}

const SIGN_IN_FIRST = {
  session: 'Sign in first: this decision takes more than the link.',
  passkey: 'Sign in with a passkey first: this decision takes one that is at most 10 minutes old.',
} as const;

function requireDecider(member: Member | null, environment: Environment): asserts member is Member {
  if (member === null) throw new Failure('forbidden', 'You are no longer a member of this organisation.');
  if (!mayDecide(member, environment)) throw new Failure('forbidden', 'Your role no longer decides.');
}

function requireUnused({ decisions, status, expires_at }: Approval, memberId: string, now: number): void {
  if (decisions.some(({ party }) => party === memberId)) {
    throw Failure.conflict('decision_link_used', 'You have decided already, so this link is used up.');
  }
  if (status === 'expired' || expires_at <= now) {
    throw Failure.conflict('decision_link_ended', 'The time to decide is over, and the action is refused.');
  }
}

function missingOf(approval: Approval, session: Session | null, now: number): SignIn {
  const wanted = signInFor(approval);
  if (wanted === 'none') return 'none';
  if (session === null) return wanted;
  const isEnough = wanted === 'session' || (session.way === 'passkey' && isFresh(session, now));
  return isEnough ? 'none' : 'passkey';
}

/** Returns what the route asks for; without a route, a session for an action of high risk. */
function signInFor(approval: Approval): SignIn {
  const asked = askedOf(approval)?.sign_in;
  if (asked !== undefined) return asked;
  const risk = RISK_LEVELS.find((level) => level === approval.risk_level);
  return risk === undefined || WITH_SESSION.includes(risk) ? 'session' : 'none';
}
