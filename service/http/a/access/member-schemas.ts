/** The schemas of a tenant's members and invitations on Surface A. */

import Type from 'typebox';
import { isoOrNull } from '../../../foundation/clock.ts';
import { type ApiKey, ROLES, SCOPES } from '../../../keys/index.ts';
import type { Invitation, Member } from '../../../members/index.ts';
import { ENVIRONMENTS } from '../../../tenants/index.ts';
import * as is from '../../schemas/fields.ts';
import { closed, describedRecord, named, namedBody, record } from '../../schemas/objects.ts';

const RoleName = is.oneOf(
  ROLES,
  'owner: everything, and members; admin: everything else; approver: reads evidence and decides on approvals; auditor: reads evidence and usage, exports and verifies; viewer: reads evidence without payloads',
);
const SandboxRole = is.orNull(RoleName, 'The role in the sandbox; null: the same as in production');

const KeyOfMember = record('KeyOfMember', {
  id: is.text(),
  name: is.text(),
  environment: is.oneOf(ENVIRONMENTS),
  scopes: is.list(is.oneOf(SCOPES)),
  made_by: is.text('The member, or the key'),
});

export const MemberRecord = describedRecord('Member', 'The member', {
  member_id: is.text('Decisions and changes of governance carry this name'),
  name: is.text(),
  email: is.text(),
  role: RoleName,
  sandbox_role: SandboxRole,
  has_second_factor: is.flag(),
  keys: is.list(
    KeyOfMember,
    'The working keys that they made, or that such a key made; they are revoked when the member is removed',
  ),
  joined_at: is.time(),
  seen_at: is.orNull(is.time(), 'The last request, to half a minute; null while no session is open'),
});

const invitationFields = {
  invitation_id: is.text(),
  email: is.orNull(is.text(), 'null: anyone with the link'),
  role: RoleName,
  sandbox_role: SandboxRole,
  invited_by: is.text(),
  invited_at: is.time(),
  expires_at: is.time(),
};
export const InvitationRecord = record('Invitation', invitationFields);

export const Offer = namedBody('InvitationRequest', [{ email: 'dana@acme.example', role: 'approver' }], {
  email: Type.String({ maxLength: 254, pattern: is.NO_NUL }),
  role: RoleName,
  sandbox_role: is.optional(SandboxRole),
});

export const NewInvitation = describedRecord('NewInvitation', 'The invitation, with its link', {
  ...invitationFields,
  link: is.orNull(is.text(), 'Pass it on; it works once, for this address. null if it was sent by mail'),
});

export const RoleChange = named(
  'RoleChange',
  Type.Object(
    { role: is.optional(RoleName), sandbox_role: is.optional(SandboxRole) },
    { additionalProperties: false, minProperties: 1 },
  ),
);

export const RemovalQuery = closed({
  keep_keys: is.optional(
    is.list(is.text(), 'The ids of their working keys that should stay; only another owner may keep them', {
      maxItems: 100,
    }),
  ),
});

export function memberToApi(member: Member, keys: ReadonlyMap<string, ApiKey[]>) {
  return {
    member_id: member.memberId,
    name: member.name,
    email: member.email,
    role: member.role,
    sandbox_role: member.sandboxRole,
    has_second_factor: member.hasSecondFactor,
    keys: (keys.get(member.memberId) ?? []).map(({ keyId, name, environment, scopes, madeBy }) => {
      return { id: keyId, name, environment, scopes, made_by: madeBy ?? member.memberId };
    }),
    joined_at: new Date(member.joinedAt).toISOString(),
    seen_at: isoOrNull(member.seenAt),
  };
}

export function invitationToApi(invitation: Invitation) {
  return {
    invitation_id: invitation.invitationId,
    email: invitation.email,
    role: invitation.role,
    sandbox_role: invitation.sandboxRole,
    invited_by: invitation.invitedBy,
    invited_at: new Date(invitation.invitedAt).toISOString(),
    expires_at: new Date(invitation.expiresAt).toISOString(),
  };
}
