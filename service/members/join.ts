/** Makes a person a member, and with it settles the invitation: both, or neither, and once. */
import { bound } from '../database/append-store.ts';
import { recordChange, stampNow } from '../evidence/index.ts';
import { Failure } from '../foundation/failure.ts';
import { chainOf, tenantOf } from '../tenants/index.ts';
import { invitationHash, type MemberDeps, requireRoom } from './invite.ts';
import type { Invitation } from './member.ts';
import { noNamesake, requireFreeName } from './rename.ts';
import { countMembers, findInvitation, invitationsFor } from './store.ts';
import { hashToken } from './token-hash.ts';

/** @throws {Failure} `not_found` where it was used, withdrawn, has ended, or never was. */
export async function readInvitation(
  deps: Pick<MemberDeps, 'db' | 'clock'>,
  token: string,
): Promise<Invitation> {
  const found = await findInvitation(deps.db, invitationHash(token), deps.clock.now());
  if (found !== null) return found;
  throw new Failure('not_found', 'This invitation was used, withdrawn, or has ended. Ask for another one.');
}

/**
 * @param person who accepts it, and whose address is proven by the link or by their sign-in.
 * @returns the id of the member.
 * @throws {Failure} `forbidden` where it was for another address; `conflict`; `not_found`.
 */
export async function joinTenant(
  deps: MemberDeps,
  token: string,
  person: { userId: string; email: string },
): Promise<string> {
  return acceptInvitation(deps, await readInvitation(deps, token), person);
}

/** Who came with a proven address accepts all that was offered to it. @returns how many. */
export async function joinWhereInvited(
  deps: MemberDeps,
  person: { userId: string; email: string },
): Promise<number> {
  const invitations = await invitationsFor(deps.db, person.email, deps.clock.now());
  for (const invitation of invitations) await acceptInvitation(deps, invitation, person);
  return invitations.length;
}

/**
 * Who was a member and is invited there again comes back by signing in: that tenant knows the address as theirs. Whom it
 * does not know has to open the link.
 * @param sessionToken of someone who may be a member nowhere.
 */
export async function rejoinWhereInvited(deps: MemberDeps, sessionToken: string): Promise<void> {
  const places = await deps.db
    .selectFrom('person_sessions')
    .innerJoin('people', 'people.id', 'person_sessions.user_id')
    .innerJoin('members', 'members.user_id', 'person_sessions.user_id')
    .select(['people.id as userId', 'people.email', 'members.tenant_id as tenantId'])
    .where('person_sessions.token', '=', hashToken(sessionToken))
    .execute();
  const [person] = places;
  if (person === undefined) return;
  for (const invitation of await invitationsFor(deps.db, person.email, deps.clock.now())) {
    const isKnown = places.some(({ tenantId }) => tenantId === invitation.tenantId);
    if (isKnown) await acceptInvitation(deps, invitation, person);
  }
}

async function acceptInvitation(
  deps: MemberDeps,
  invitation: Invitation,
  person: { userId: string; email: string },
): Promise<string> {
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
  const result = await recordChange(deps, {
    chain: await chainOf(deps.db, tenantId, 'production'),
    stamp,
    action: 'member.join',
    actor: memberId,
    change: { member_id: memberId, invitation_id: invitationId, role, sandbox_role: sandboxRole },
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
  if (result.kind === 'appended') return memberId;
  throw new Failure('conflict', 'This invitation was used meanwhile, or you are a member already.');
}
