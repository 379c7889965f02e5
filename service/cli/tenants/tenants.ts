/** `assize tenants create|list|set-plan|set-contact`, and its other commands. */
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import {
  changeTenant,
  createTenant,
  isMailAddress,
  listTenants,
  PLANS,
  type Plan,
  type Tenant,
  TIERS,
  type Tier,
} from '../../tenants/index.ts';
import type { JsonOption } from '../options.ts';
import type { WithService } from '../service-for-command.ts';
import { isoOrDash, print, printJson, table } from '../terminal.ts';
import { tenantTermsCommands } from './terms.ts';

export function tenantCommands(program: Command, withService: WithService): void {
  const tenants = program.command('tenants').description('create and list tenants, and set their limits');

  tenants
    .command('create')
    .argument('<name>', 'lower-case letters, digits and dashes')
    .description('create a tenant; create its first key with `assize keys create`')
    .addOption(new Option('--tier <tier>', 'monthly allowances').choices(TIERS).default('free'))
    .option('--contact <address>', 'the mail address for notices', mailAddress)
    .option('--json', 'print JSON')
    .action(async (name: string, options: JsonOption & { tier: Tier; contact?: string }) => {
      const { tier, contact = null } = options;
      show(await withService((service) => createTenant(service, name, tier, contact)), options);
    });

  tenants
    .command('list')
    .description('list all tenants, oldest first')
    .option('--json', 'print JSON')
    .action(async (options: JsonOption) => {
      const all = await withService((service) => listTenants(service.db));
      if (options.json) printJson(all.map(toJson));
      else print(table(['name', 'tier', 'plan', 'contact', 'created', 'id'], all.map(toRow)));
    });

  tenantTermsCommands(tenants, withService);

  tenants
    .command('set-plan')
    .argument('<name>')
    .addArgument(new Argument('<plan>').choices(PLANS))
    .description('set the limits per second and per day; the tier stays the same')
    .option('--json', 'print JSON')
    .action(async (name: string, plan: Plan, options: JsonOption) => {
      show(await withService((service) => changeTenant(service.db, name, { plan })), options);
    });

  tenants
    .command('set-contact')
    .argument('<name>')
    .argument('<address>', 'mail address, or `none`', (text) => (text === 'none' ? null : mailAddress(text)))
    .description('set the mail address for notices')
    .option('--json', 'print JSON')
    .action(async (name: string, contact: string | null, options: JsonOption) => {
      show(await withService((service) => changeTenant(service.db, name, { contact })), options);
    });
}

function mailAddress(text: string): string {
  if (isMailAddress(text)) return text;
  throw new InvalidArgumentError('It must be a mail address such as ops@example.org.');
}

function show(tenant: Tenant, { json }: JsonOption): void {
  if (json) printJson(toJson(tenant));
  else print(`${tenant.name}  tier ${tenant.tier}  plan ${tenant.plan}  contact ${tenant.contact ?? '-'}`);
}

function toRow({ name, tier, plan, contact, createdAt, tenantId }: Tenant): string[] {
  return [name, tier, plan, contact ?? '-', isoOrDash(createdAt), tenantId];
}

function toJson({ tenantId, name, tier, plan, contact, createdAt }: Tenant) {
  return { id: tenantId, name, tier, plan, contact, created_at: isoOrDash(createdAt) };
}
