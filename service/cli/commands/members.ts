/** `assize members invite|list|remove|reset`: gives people access, even where the last owner has lost theirs. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { Failure } from '../../foundation/failure.ts';
import { ROLES, type Role } from '../../keys/index.ts';
import { linkWith, resetLinkWith } from '../../members/identity/index.ts';
import { type Invitation, membersOf, removeMember } from '../../members/index.ts';
import { beginReset, inviteMember, removeSecondFactors } from '../../members/joining/index.ts';
import { findTenant, isMailAddress } from '../../tenants/index.ts';
import type { JsonOption } from '../options.ts';
import type { WithService } from '../service-for-command.ts';
import { isoOrDash, print, printJson, table } from '../terminal.ts';

interface TenantOptions extends JsonOption {
  tenant: string;
}

interface InviteOptions extends TenantOptions {
  role: Role;
  sandboxRole?: Role;
}

interface ResetOptions extends JsonOption {
  withoutSecondFactor?: boolean;
}

export function memberCommands(program: Command, withService: WithService): void {
  const members = program
    .command('members')
    .description('invite, list and remove the people who sign in to the dashboard');

  members
    .command('invite')
    .argument('<email>', 'the address of the person', mailAddress)
    .description('print a link with which a person joins; it works once, within 7 days')
    .option('--tenant <name>', 'the tenant that they join', 'default')
    .addOption(new Option('--role <role>', 'what they may do').choices(ROLES).makeOptionMandatory())
    .addOption(new Option('--sandbox-role <role>', 'their role in the sandbox, if different').choices(ROLES))
    .option('--json', 'print JSON')
    .action((email: string, options: InviteOptions) => invite(withService, email, options));

  members
    .command('list')
    .description('list the members of a tenant')
    .option('--tenant <name>', 'whose members', 'default')
    .option('--json', 'print JSON')
    .action((options: TenantOptions) => list(withService, options));

  members
    .command('remove')
    .argument('<member_id>', 'such as mbr_0123456789abcdef01234567')
    .description('remove a member; what they did stays on record')
    .option('--tenant <name>', 'whose member', 'default')
    .option('--json', 'print JSON')
    .action((memberId: string, options: TenantOptions) => remove(withService, memberId, options));

  members
    .command('reset')
    .argument('<email>', 'the address of the member', mailAddress)
    .description('print a link with which a person sets a new password; it works once, within an hour')
    .option('--without-second-factor', 'also remove their codes and passkeys, where they have lost them')
    .option('--json', 'print JSON')
    .action((email: string, options: ResetOptions) => reset(withService, email, options));
}

async function invite(withService: WithService, email: string, options: InviteOptions): Promise<void> {
  const { invitation, link } = await withService(async (service) => {
    const tenant = await findTenant(service.db, options.tenant);
    const offer = { email, role: options.role, sandboxRole: options.sandboxRole ?? null };
    const made = await inviteMember(service, tenant, null, offer);
    return { invitation: made.invitation, link: linkWith(service.config.baseUrl, made.token) };
  });
  const ends = new Date(invitation.expiresAt).toISOString();
  if (options.json) printJson({ ...fieldsOf(invitation), link });
  else print(`Pass this link on; it works once, until ${ends}:`, `  ${link}`);
}

function mailAddress(text: string): string {
  if (!isMailAddress(text))
    throw new InvalidArgumentError('Expected an e-mail address, such as dana@acme.example.');
  return text;
}

function fieldsOf({ invitationId, email, role, expiresAt }: Invitation) {
  return { invitation_id: invitationId, email, role, expires_at: new Date(expiresAt).toISOString() };
}

async function list(withService: WithService, options: TenantOptions): Promise<void> {
  const members = await withService(async ({ db }) => {
    const { tenantId } = await findTenant(db, options.tenant);
    return membersOf(db, tenantId);
  });
  const rows = members.map(({ memberId, name, email, role, sandboxRole, seenAt }) => ({
    member_id: memberId,
    name,
    email,
    role,
    sandbox_role: sandboxRole,
    seen_at: isoOrDash(seenAt),
  }));
  if (options.json) printJson({ members: rows });
  else if (rows.length === 0) {
    print('There are no members. Invite an owner with: assize members invite <email> --role owner');
  } else {
    print(
      table(
        ['id', 'name', 'e-mail', 'role', 'last seen'],
        rows.map((row) => [row.member_id, row.name, row.email, row.role, row.seen_at]),
      ),
    );
  }
}

async function remove(withService: WithService, memberId: string, options: TenantOptions): Promise<void> {
  await withService(async (service) => {
    const { tenantId } = await findTenant(service.db, options.tenant);
    await removeMember(service, { tenantId, maker: null }, memberId);
  });
  if (options.json) printJson({ member_id: memberId, removed: true });
  else print(`${memberId} is no longer a member.`);
}

async function reset(withService: WithService, email: string, options: ResetOptions): Promise<void> {
  const link = await withService(async (service) => {
    const begun = await beginReset(service, email, 'hand');
    if (begun === null) throw new Failure('not_found', `No member has the address ${email}.`);
    if (options.withoutSecondFactor) await removeSecondFactors(service, begun.person.userId);
    return resetLinkWith(service.config.baseUrl, begun.token);
  });
  if (options.json) printJson({ email, link });
  else print('Pass this link on; it works once, within an hour:', `  ${link}`);
}
