/** The schemas of a tenant's members and invitations on Surface A. */
import Type from 'typebox';
import { isoOrNull } from '../../../foundation/clock.ts';
import { type ApiKey, ROLES, SCOPES } from '../../../keys/index.ts';
import type { Invitation, Member } from '../../../members/index.ts';
import { ENVIRONMENTS } from '../../../tenants/index.ts';
import { named } from '../../answers/named.ts';
import { IsoTime, orNull } from '../../answers/response-schemas.ts';
import { NO_NUL } from '../../requests/context-schema.ts';

const RoleName = Type.Enum([...ROLES], {
  description:
    'owner: everything, and members; admin: everything else; approver: reads evidence and decides on approvals; auditor: reads evidence and usage, exports and verifies; viewer: reads evidence without payloads',
});
const SandboxRole = orNull(RoleName, 'The role in the sandbox; null: the same as in production');

const KeyOfMember = named(
  'KeyOfMember',
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    environment: Type.Enum([...ENVIRONMENTS]),
    scopes: Type.Array(Type.Enum([...SCOPES])),
    made_by: Type.String({ description: 'The member, or the key' }),
  }),
);

export const MemberRecord = named(
  'Member',
  Type.Object(
    {
      member_id: Type.String({ description: 'Decisions and changes of governance carry this name' }),
      name: Type.String(),
      email: Type.String(),
      role: RoleName,
      sandbox_role: SandboxRole,
      has_second_factor: Type.Boolean(),
      keys: Type.Array(KeyOfMember, {
        description:
          'The working keys that they made, or that such a key made; they are revoked when the member is removed',
      }),
      joined_at: IsoTime,
      seen_at: orNull(IsoTime, 'The last request, to half a minute; null while no session is open'),
    },
    { description: 'The member' },
  ),
);

const invitationFields = {
  invitation_id: Type.String(),
  email: orNull(Type.String(), 'null: anyone with the link'),
  role: RoleName,
  sandbox_role: SandboxRole,
  invited_by: Type.String(),
  invited_at: IsoTime,
  expires_at: IsoTime,
};
export const InvitationRecord = named('Invitation', Type.Object(invitationFields));

export const Offer = named(
  'InvitationRequest',
  Type.Object(
    {
      email: Type.String({ maxLength: 254, pattern: NO_NUL }),
      role: RoleName,
      sandbox_role: Type.Optional(SandboxRole),
    },
    { additionalProperties: false, examples: [{ email: 'dana@acme.example', role: 'approver' }] },
  ),
);

export const NewInvitation = named(
  'NewInvitation',
  Type.Object(
    {
      ...invitationFields,
      link: orNull(Type.String(), 'Pass it on; it works once, for this address. null if it was sent by mail'),
    },
    { description: 'The invitation, with its link' },
  ),
);

export const RoleChange = named(
  'RoleChange',
  Type.Object(
    { role: Type.Optional(RoleName), sandbox_role: Type.Optional(SandboxRole) },
    { additionalProperties: false, minProperties: 1 },
  ),
);

export const RemovalQuery = Type.Object(
  {
    keep_keys: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: 100,
        description: 'The ids of their working keys that should stay; only another owner may keep them',
      }),
    ),
  },
  { additionalProperties: false },
);

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
