/** Surface A: the people of a tenant, and who is invited. */
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { isoOrNull } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import { ROLES } from '../../keys/index.ts';
import {
  changeRole,
  type Invitation,
  invitationsOf,
  inviteMember,
  linkWith,
  type Member,
  membersOf,
  removeMember,
  withdrawInvitation,
} from '../../members/index.ts';
import { isMailAddress } from '../../tenants/index.ts';
import { mailInvitation } from '../auth/mail.ts';
import type { Noun } from '../services.ts';
import { principalOf } from '../shared/access.ts';
import { NO_NUL } from '../shared/context-schema.ts';
import { named } from '../shared/named.ts';
import { IsoTime, orNull, refusals } from '../shared/response-schemas.ts';

const RoleName = Type.Enum([...ROLES], {
  description:
    'owner: everything, and members; admin: everything else; approver: reads evidence and decides on approvals; auditor: reads evidence and usage, exports and verifies; viewer: reads evidence without payloads',
});
const SandboxRole = orNull(RoleName, 'The role in the sandbox; null: as in production');

const MemberRecord = named(
  'Member',
  Type.Object(
    {
      member_id: Type.String({ description: 'Decisions and changes of governance name it' }),
      name: Type.String(),
      email: Type.String(),
      role: RoleName,
      sandbox_role: SandboxRole,
      has_second_factor: Type.Boolean(),
      joined_at: IsoTime,
      seen_at: orNull(IsoTime, 'The last request, to half a minute; null while no session is open'),
    },
    { description: 'The member' },
  ),
);

const invitationFields = {
  invitation_id: Type.String(),
  email: orNull(Type.String(), 'null: for anyone with the link'),
  role: RoleName,
  sandbox_role: SandboxRole,
  invited_by: Type.String(),
  invited_at: IsoTime,
  expires_at: IsoTime,
};
const InvitationRecord = named('Invitation', Type.Object(invitationFields));

const Offer = named(
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

const NewInvitation = named(
  'NewInvitation',
  Type.Object(
    {
      ...invitationFields,
      link: orNull(
        Type.String(),
        'Pass it on; it works once, for this address. null where it was sent by mail',
      ),
    },
    { description: 'The invitation, with its link' },
  ),
);

const RoleChange = named(
  'RoleChange',
  Type.Object(
    { role: Type.Optional(RoleName), sandbox_role: Type.Optional(SandboxRole) },
    { additionalProperties: false, minProperties: 1 },
  ),
);

const MANAGE = { scope: 'keys:manage' } as const;
const TAGS = ['Members'];
const memberParams = Type.Object({ member_id: Type.String() });

const LIST = {
  operationId: 'listMembers',
  summary: "List the tenant's members, those who joined first first",
  tags: TAGS,
  response: {
    200: Type.Object({ members: Type.Array(MemberRecord) }, { description: 'All members' }),
    ...refusals('a'),
  },
};
const CHANGE = {
  operationId: 'changeMember',
  summary: "Change a member's role; it holds on every node within a second",
  tags: TAGS,
  params: memberParams,
  body: RoleChange,
  response: { 200: MemberRecord, ...refusals('a', 404, 409, 422) },
};
const REMOVE = {
  operationId: 'removeMember',
  summary: 'Remove a member; what they did stays on record',
  tags: TAGS,
  params: memberParams,
  response: {
    200: Type.Object(
      { member_id: Type.String(), removed: Type.Boolean() },
      { description: 'They can no longer sign in to this tenant' },
    ),
    ...refusals('a', 404, 409),
  },
};
const INVITATIONS = {
  operationId: 'listInvitations',
  summary: 'List the invitations that can still be accepted, newest first',
  tags: TAGS,
  response: {
    200: Type.Object({ invitations: Type.Array(InvitationRecord) }, { description: 'Open invitations' }),
    ...refusals('a'),
  },
};
const INVITE = {
  operationId: 'inviteMember',
  summary: 'Invite a person; the link works once, within 7 days, for this address',
  tags: TAGS,
  body: Offer,
  response: { 201: NewInvitation, ...refusals('a', 409, 422) },
};
const WITHDRAW = {
  operationId: 'withdrawInvitation',
  summary: 'Withdraw an invitation',
  tags: TAGS,
  params: Type.Object({ invitation_id: Type.String() }),
  response: {
    200: Type.Object(
      { invitation_id: Type.String(), withdrawn: Type.Boolean() },
      { description: 'Its link no longer works' },
    ),
    ...refusals('a', 404),
  },
};

export const membersA: Noun = (app, { services }, done) => {
  app.get('/members', { config: MANAGE, schema: LIST }, async (request) => {
    const members = await membersOf(services.db, principalOf(request).tenantId);
    return { members: members.map(memberToApi) };
  });

  app.patch('/members/:member_id', { config: MANAGE, schema: CHANGE }, async (request) => {
    const { role, sandbox_role: sandboxRole } = request.body;
    const { member_id: memberId } = request.params;
    return memberToApi(await changeRole(services, askingOf(request), memberId, { role, sandboxRole }));
  });

  app.delete('/members/:member_id', { config: MANAGE, schema: REMOVE }, async (request) => {
    const { member_id: memberId } = request.params;
    await removeMember(services, askingOf(request), memberId);
    return { member_id: memberId, removed: true };
  });

  app.get('/members/invitations', { config: MANAGE, schema: INVITATIONS }, async (request) => {
    const { tenantId } = principalOf(request);
    const invitations = await invitationsOf(services.db, tenantId, services.clock.now());
    return { invitations: invitations.map(invitationToApi) };
  });

  app.post('/members/invitations', { config: MANAGE, schema: INVITE }, async (request, reply) => {
    const { email, role, sandbox_role: sandboxRole = null } = request.body;
    if (!isMailAddress(email)) {
      const message = 'Value should be a mail address';
      throw Failure.invalid([{ field: ['email'], message, type: 'value_error' }]);
    }
    const principal = principalOf(request);
    const offer = { email, role, sandboxRole };
    const { invitation, token } = await inviteMember(services, principal, principal, offer);
    reply.code(201);
    const isSent = await mailInvitation(services, invitation, token);
    return {
      ...invitationToApi(invitation),
      link: isSent ? null : linkWith(services.config.baseUrl, token),
    };
  });

  app.delete('/members/invitations/:invitation_id', { config: MANAGE, schema: WITHDRAW }, async (request) => {
    const { invitation_id: invitationId } = request.params;
    await withdrawInvitation(services, principalOf(request), invitationId);
    return { invitation_id: invitationId, withdrawn: true };
  });
  done();
};

function askingOf(request: Pick<FastifyRequest, 'principal'>) {
  const maker = principalOf(request);
  return { tenantId: maker.tenantId, maker };
}

function memberToApi(member: Member) {
  return {
    member_id: member.memberId,
    name: member.name,
    email: member.email,
    role: member.role,
    sandbox_role: member.sandboxRole,
    has_second_factor: member.hasSecondFactor,
    joined_at: new Date(member.joinedAt).toISOString(),
    seen_at: isoOrNull(member.seenAt),
  };
}

function invitationToApi(invitation: Invitation) {
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
