/** Makes a person a member and settles the invitation: both or neither, and only once. */
import { bound } from '../../database/evidence/append-store.ts';
import { recordChange, stampNow } from '../../evidence/changes/index.ts';
import { Failure } from '../../foundation/failure.ts';
import { chainOf, tenantOf } from '../../tenants/index.ts';
import { issueSecret, lookUpSecret, type SingleUseDeps } from '../identity/single-use.ts';
import type { Invitation, MemberDeps } from '../member.ts';
import { statedOf } from '../record/index.ts';
import { noNamesake, requireFreeName } from '../rename.ts';
import type { Place } from '../sign-in/credentials.ts';
import type { SignedInPerson } from '../sign-in/open-sessions.ts';
import { countMembers, findInvitation, invitationsFor } from '../store.ts';
import { invitationHash, requireRoom } from './invite.ts';

/** The length of an invitation's token. In a mailed link the proof of the address follows it. */
const TOKEN_LENGTH = 43;

/** @throws {Failure} `not_found` if it was used, was withdrawn, has expired, or never existed. */
export async function readInvitation(
  deps: Pick<MemberDeps, 'db' | 'clock'>,
  token: string,
): Promise<Invitation> {
  const found = await findInvitation(deps.db, invitationHash(token.slice(0, TOKEN_LENGTH)), deps.clock.now());
  if (found !== null) return found;
  throw new Failure('not_found', 'This invitation was used, withdrawn, or has ended. Ask for another one.');
}

/**
 * @returns the token of a link that is sent only to the invited address: it proves that the address is
 * theirs.
 */
export async function mailedToken(
  deps: MemberDeps & SingleUseDeps,
  token: string,
  { invitationId, expiresAt }: Invitation,
): Promise<string> {
  const nowMs = deps.clock.now();
  const lifetime = { nowMs, lifetimeMs: expiresAt - nowMs };
  return token + (await issueSecret(deps, 'mailed-invitation', invitationId, lifetime));
}

/** Whether the link came by mail, and not from the person who invited them. */
export async function provesAddress(
  { db, clock }: Pick<MemberDeps, 'db' | 'clock'>,
  token: string,
  { invitationId }: Invitation,
): Promise<boolean> {
  const proof = token.slice(TOKEN_LENGTH);
  return (await lookUpSecret(db, 'mailed-invitation', proof, clock.now())) === invitationId;
}

/**
 * @param person who accepts it.
 * @returns the place.
 * @throws {Failure} `forbidden` if it was for another address; `conflict`; `not_found`.
 */
export async function joinTenant(
  deps: MemberDeps,
  token: string,
  person: { userId: string; email: string },
): Promise<Place> {
  return acceptInvitation(deps, await readInvitation(deps, token), person);
}

/**
 * Without a link, a person may accept all offers to their address once it is proven. Others may have created
 * an account with it.
 */
export async function offersTo(
  { db, clock }: Pick<MemberDeps, 'db' | 'clock'>,
  { email, isProven }: Pick<SignedInPerson, 'email' | 'isProven'>,
): Promise<Invitation[]> {
  return isProven ? invitationsFor(db, email, clock.now()) : [];
}

/** @returns the place. @throws {Failure} `not_found` if it is not offered to them; `conflict`. */
export async function acceptOffer(
  deps: MemberDeps,
  invitationId: string,
  person: SignedInPerson,
): Promise<Place> {
  const offers = await offersTo(deps, person);
  const offer = offers.find((each) => each.invitationId === invitationId);
  if (offer === undefined) throw new Failure('not_found', 'There is no such invitation for you.');
  return acceptInvitation(deps, offer, person);
}

/** The caller has checked that the person may accept it. @throws {Failure} as {@link joinTenant}. */
export async function acceptInvitation(
  deps: MemberDeps,
  invitation: Invitation,
  person: { userId: string; email: string },
): Promise<Place> {
  if (invitation.email !== null && invitation.email !== person.email) {
    throw new Failure('forbidden', 'This invitation is for another e-mail address.');
  }
  const { tenantId, invitationId, role, sandboxRole } = invitation;
  const { tier } = await tenantOf(deps.db, tenantId);
  requireRoom(tier, await countMembers(deps.db, tenantId));
  const { name } = await deps.db
    .selectFrom('people')
    .select('name')
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow();
  await requireFreeName(deps.db, tenantId, person.userId, name);
  const stamp = stampNow(deps);
  const memberId = deps.ids.random('mbr');
  const member = {
    tenant_id: tenantId,
    member_id: memberId,
    user_id: person.userId,
    role,
    sandbox_role: sandboxRole,
    joined_at: stamp.at,
  };
  const settled = deps.db
    .updateTable('member_invitations')
    .set({ joined_at: stamp.at })
    .where('tenant_id', '=', tenantId)
    .where('invitation_id', '=', invitationId)
    .where('joined_at', 'is', null)
    .where('withdrawn_at', 'is', null);
  const chain = await chainOf(deps.db, tenantId, 'production');
  const result = await recordChange(deps, {
    chain,
    stamp,
    action: 'member.join',
    actor: memberId,
    change: {
      member_id: memberId,
      invitation_id: invitationId,
      role,
      sandbox_role: sandboxRole,
      person: await statedOf(deps, person.userId),
    },
    statements: [
      bound(settled, 1),
      noNamesake(deps.db, tenantId, person.userId, name),
      bound(
        deps.db
          .insertInto('members')
          .values(member)
          .onConflict((conflict) => conflict.doNothing()),
        1,
      ),
    ],
  });
  if (result.kind === 'appended') return { chain, memberId };
  throw new Failure('conflict', 'This invitation was used meanwhile, or you are a member already.', {
    conflict: 'invitation_used',
  });
}
