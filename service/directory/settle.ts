/**
 * Brings a person's place in the tenant to what the directory says, by the same use cases as the page of the members:
 * each is on record, a change of role waits for a second person where governance says so, and the last owner stays.
 * Settling again changes nothing, so that a directory may repeat a request that failed halfway.
 */
import { Failure } from '../foundation/failure.ts';
import type { Principal, Role } from '../keys/index.ts';
import {
  type Invitation,
  invitationsOf,
  type MemberDeps,
  membersOf,
  removeMember,
} from '../members/index.ts';
import { inviteMember, withdrawInvitation } from '../members/joining/index.ts';
import { CHANGE_ROLE, type SecondPersons } from '../second-person/index.ts';
import { isMailAddress } from '../tenants/index.ts';

export interface DirectoryDeps extends MemberDeps {
  secondPerson: SecondPersons;
  /** Sends the person their link. */
  tellInvited(invitation: Invitation, token: string): Promise<void>;
}

export interface WantedPlace {
  /** The address. */
  userName: string;
  active: boolean;
  role: Role;
  /** Whether the directory's groups have changed, so that the role follows them. */
  followsGroups: boolean;
}

/**
 * @param maker with the rights of an owner over members.
 * @throws {Failure} `conflict` for the last owner, a full tier, or a role that waits for a second person; `invalid`.
 */
export async function settlePlace(deps: DirectoryDeps, maker: Principal, wanted: WantedPlace): Promise<void> {
  const { tenantId } = maker;
  const { userName: email, active, role } = wanted;
  const member = (await membersOf(deps.db, tenantId)).find((each) => each.email === email);
  const invited = (await invitationsOf(deps.db, tenantId, deps.clock.now())).filter((each) => {
    return each.email === email;
  });
  if (!active) {
    if (member !== undefined) await removeMember(deps, { tenantId, maker }, member.memberId);
    for (const { invitationId } of invited) await withdrawInvitation(deps, maker, invitationId);
    return;
  }
  if (member !== undefined) {
    if (!wanted.followsGroups || member.role === role) return;
    await deps.secondPerson.make(CHANGE_ROLE, maker, { memberId: member.memberId, role });
    return;
  }
  const isOffered = invited.some((each) => !wanted.followsGroups || each.role === role);
  if (isOffered) return;
  await offer(deps, maker, email, role);
  for (const { invitationId } of invited) await withdrawInvitation(deps, maker, invitationId);
}

async function offer(deps: DirectoryDeps, maker: Principal, email: string, role: Role): Promise<void> {
  if (!isMailAddress(email)) {
    const message = 'Value should be the mail address of the person';
    throw Failure.invalid([{ field: ['userName'], message, type: 'value_error' }]);
  }
  const { invitation, token } = await inviteMember(deps, maker, maker, { email, role, sandboxRole: null });
  await deps.tellInvited(invitation, token);
}
