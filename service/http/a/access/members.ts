/** Surface A: the members of a tenant, and its invitations. */

import type { FastifyRequest } from 'fastify';
import { isoOrNull } from '../../../foundation/clock.ts';
import { Failure } from '../../../foundation/failure.ts';
import { type ApiKey, MANAGES_MEMBERS, ROLES, SCOPES } from '../../../keys/index.ts';
import { type StandIn, standInsOf } from '../../../members/groups/index.ts';
import { linkWith } from '../../../members/identity/index.ts';
import {
  type Invitation,
  invitationsOf,
  keysByMember,
  type Member,
  type MemberDeps,
  membersOf,
  removeMember,
} from '../../../members/index.ts';
import { inviteMember, withdrawInvitation } from '../../../members/joining/index.ts';
import { CHANGE_ROLE } from '../../../second-person/index.ts';
import { ENVIRONMENTS, isMailAddress } from '../../../tenants/index.ts';
import { routesOf } from '../../answers/routes.ts';
import { type MailNeeds, mailInvitation } from '../../auth/mail.ts';
import { principalOf } from '../../callers/access.ts';
import * as is from '../../schemas/fields.ts';
import {
  closed,
  described,
  describedRecord,
  named,
  namedBody,
  object,
  record,
} from '../../schemas/objects.ts';
import type { Noun, Services } from '../../services.ts';
import { AwayRecord, awayToApi } from './groups.ts';

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

const MemberRecord = describedRecord('Member', 'The member', {
  member_id: is.text('Decisions and changes of governance carry this name'),
  name: is.text(),
  email: is.text(),
  role: RoleName,
  sandbox_role: SandboxRole,
  has_second_factor: is.flag(),
  away: AwayRecord,
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
const InvitationRecord = record('Invitation', invitationFields);

const Offer = namedBody('InvitationRequest', [{ email: 'dana@acme.example', role: 'approver' }], {
  email: is.text({ maxLength: 254, pattern: is.NO_NUL }),
  role: RoleName,
  sandbox_role: is.optional(SandboxRole),
});

const NewInvitation = describedRecord('NewInvitation', 'The invitation, with its link', {
  ...invitationFields,
  link: is.orNull(is.text(), 'Pass it on; it works once, for this address. null if it was sent by mail'),
});

const RoleChange = named(
  'RoleChange',
  object(
    { role: is.optional(RoleName), sandbox_role: is.optional(SandboxRole) },
    { additionalProperties: false, minProperties: 1 },
  ),
);

const RemovalQuery = closed({
  keep_keys: is.optional(
    is.list(is.text(), 'The ids of their working keys that should stay; only another owner may keep them', {
      maxItems: 100,
    }),
  ),
});

function memberToApi(
  member: Member,
  { keys, standIns }: { keys: ReadonlyMap<string, ApiKey[]>; standIns: readonly StandIn[] },
) {
  return {
    member_id: member.memberId,
    name: member.name,
    email: member.email,
    role: member.role,
    sandbox_role: member.sandboxRole,
    has_second_factor: member.hasSecondFactor,
    away: awayToApi(standIns.find(({ memberId }) => memberId === member.memberId) ?? null),
    keys: (keys.get(member.memberId) ?? []).map(({ keyId, name, environment, scopes, madeBy }) => {
      return { id: keyId, name, environment, scopes, made_by: madeBy ?? member.memberId };
    }),
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

const READ = { scope: 'keys:manage', environment: 'production' } as const;
const MANAGE = { scope: MANAGES_MEMBERS, environment: 'production' } as const;
/** Members may leave by themselves. */
const REMOVES = { ...MANAGE, roles: ROLES } as const;
const route = routesOf('a', 'Members');
const memberParams = object({ member_id: is.text() });

const LIST = route('listMembers', "List the tenant's members, in the order in which they joined", {
  200: described('All members', { members: is.list(MemberRecord) }),
});
const CHANGE = route(
  'changeMember',
  "Change a member's role; it takes effect on every node within a second",
  { params: memberParams, body: RoleChange, 200: MemberRecord, also: [409] },
);
const REMOVE = route('removeMember', 'Remove a member and revoke their keys; their actions stay on record', {
  params: memberParams,
  querystring: RemovalQuery,
  200: described('They can no longer sign in to this tenant', {
    member_id: is.text(),
    removed: is.flag(),
    revoked_keys: is.list(is.text()),
  }),
  also: [409],
});
const INVITATIONS = route(
  'listInvitations',
  'List the invitations that can still be accepted, newest first',
  { 200: described('Open invitations', { invitations: is.list(InvitationRecord) }) },
);
const INVITE = route(
  'inviteMember',
  'Invite a person; the link works once, within 7 days, for this address',
  { body: Offer, 201: NewInvitation, also: [409] },
);
const WITHDRAW = route('withdrawInvitation', 'Withdraw an invitation', {
  params: object({ invitation_id: is.text() }),
  200: described('Its link no longer works', { invitation_id: is.text(), withdrawn: is.flag() }),
});

export const membersA: Noun<MemberDeps & MailNeeds & Pick<Services, 'secondPerson'>> = (app, services) => {
  app.get('/members', { config: READ, schema: LIST }, async (request) => {
    const { tenantId } = principalOf(request);
    const members = await membersOf(services.db, tenantId);
    const beside = await besideMembers(services, tenantId);
    return { members: members.map((member) => memberToApi(member, beside)) };
  });

  app.patch('/members/:member_id', { config: MANAGE, schema: CHANGE }, async (request) => {
    const { role, sandbox_role: sandboxRole } = request.body;
    const { member_id: memberId } = request.params;
    const principal = principalOf(request);
    const wanted = { memberId, ...(role && { role }), ...(sandboxRole !== undefined && { sandboxRole }) };
    const member = await services.secondPerson.make(CHANGE_ROLE, principal, wanted);
    return memberToApi(member, await besideMembers(services, principal.tenantId));
  });

  app.delete('/members/:member_id', { config: REMOVES, schema: REMOVE }, async (request) => {
    const { member_id: memberId } = request.params;
    const { keep_keys: kept } = request.query;
    const { revokedKeys } = await removeMember(services, askingOf(request), memberId, kept);
    return { member_id: memberId, removed: true, revoked_keys: revokedKeys };
  });

  app.get('/members/invitations', { config: READ, schema: INVITATIONS }, async (request) => {
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
};

async function besideMembers(services: MemberDeps, tenantId: string) {
  return {
    keys: await keysByMember(services, tenantId),
    standIns: await standInsOf(services.db, tenantId, services.clock.now()),
  };
}

function askingOf(request: Pick<FastifyRequest, 'principal'>) {
  const maker = principalOf(request);
  return { tenantId: maker.tenantId, maker };
}
