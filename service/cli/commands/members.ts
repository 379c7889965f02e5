/** `assize members invite|list|remove|reset`: gives people access, even where the last owner has lost theirs. */
import { InvalidArgumentError } from 'commander';
import { Failure } from '../../foundation/failure.ts';
import { ROLES, type Role } from '../../keys/index.ts';
import { linkWith, resetLinkWith } from '../../members/identity/index.ts';
import { membersOf, removeMember } from '../../members/index.ts';
import { beginReset, inviteMember, removeSecondFactors } from '../../members/joining/index.ts';
import { findTenant, isMailAddress } from '../../tenants/index.ts';
import type { JsonOption, Run, ServiceCommand, TenantOptions } from '../command.ts';
import { isoOrDash, table } from '../terminal.ts';

interface InviteOptions extends TenantOptions {
  role: Role;
  sandboxRole?: Role;
}

interface ResetOptions extends JsonOption {
  withoutSecondFactor?: boolean;
}

export function memberCommands(program: ServiceCommand): void {
  const members = program
    .command('members')
    .description('invite, list and remove the people who sign in to the dashboard');

  members
    .command('invite')
    .argument('<email>', 'the address of the person', mailAddress)
    .description('print a link with which a person joins; it works once, within 7 days')
    .onTenant('the tenant that they join')
    .choice('--role <role>', 'what they may do', ROLES, { isRequired: true })
    .choice('--sandbox-role <role>', 'their role in the sandbox, if different', ROLES)
    .json()
    .run(invite, {
      lines: ({ expires_at, link }) => [
        `Pass this link on; it works once, until ${expires_at}:`,
        `  ${link}`,
      ],
    });

  members
    .command('list')
    .description('list the members of a tenant')
    .onTenant('whose members')
    .json()
    .run(list, {
      json: (all) => ({ members: all }),
      lines: (all) =>
        all.length === 0
          ? 'There are no members. Invite an owner with: assize members invite <email> --role owner'
          : table(all, {
              id: 'member_id',
              name: 'name',
              'e-mail': 'email',
              role: 'role',
              'last seen': 'seen_at',
            }),
    });

  members
    .command('remove')
    .argument('<member_id>', 'such as mbr_0123456789abcdef01234567')
    .description('remove a member; what they did stays on record')
    .onTenant('whose member')
    .json()
    .run(remove, {
      lines: ({ member_id }) => `${member_id} is no longer a member.`,
    });

  members
    .command('reset')
    .argument('<email>', 'the address of the member', mailAddress)
    .description('print a link with which a person sets a new password; it works once, within an hour')
    .option('--without-second-factor', 'also remove their codes and passkeys, where they have lost them')
    .json()
    .run(reset, {
      lines: ({ link }) => ['Pass this link on; it works once, within an hour:', `  ${link}`],
    });
}

function mailAddress(text: string): string {
  if (isMailAddress(text)) return text;
  throw new InvalidArgumentError('Expected an e-mail address, such as dana@acme.example.');
}

function invite({ options, withService }: Run<InviteOptions>, email: string) {
  return withService(async (service) => {
    const tenant = await findTenant(service.db, options.tenant);
    const offer = { email, role: options.role, sandboxRole: options.sandboxRole ?? null };
    const { invitation, token } = await inviteMember(service, tenant, null, offer);
    return {
      invitation_id: invitation.invitationId,
      email: invitation.email,
      role: invitation.role,
      expires_at: new Date(invitation.expiresAt).toISOString(),
      link: linkWith(service.config.baseUrl, token),
    };
  });
}

async function list({ options, withService }: Run<TenantOptions>) {
  const members = await withService(async ({ db }) => {
    const { tenantId } = await findTenant(db, options.tenant);
    return membersOf(db, tenantId);
  });
  return members.map(({ memberId, name, email, role, sandboxRole, seenAt }) => ({
    member_id: memberId,
    name,
    email,
    role,
    sandbox_role: sandboxRole,
    seen_at: isoOrDash(seenAt),
  }));
}

function remove({ options, withService }: Run<TenantOptions>, memberId: string) {
  return withService(async (service) => {
    const { tenantId } = await findTenant(service.db, options.tenant);
    await removeMember(service, { tenantId, maker: null }, memberId);
    return { member_id: memberId, removed: true };
  });
}

function reset({ options, withService }: Run<ResetOptions>, email: string) {
  return withService(async (service) => {
    const begun = await beginReset(service, email, 'hand');
    if (begun === null) throw new Failure('not_found', `No member has the address ${email}.`);
    if (options.withoutSecondFactor) await removeSecondFactors(service, begun.person.userId);
    return { email, link: resetLinkWith(service.config.baseUrl, begun.token) };
  });
}
