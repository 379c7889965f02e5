/** `assize tenants create|list|set-plan|set-contact`, and its other commands. */
import { Argument, InvalidArgumentError } from 'commander';
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
import type { JsonOption, Run, ServiceCommand, View } from '../command.ts';
import { isoOrDash } from '../terminal.ts';
import { tenantTermsCommands } from './terms.ts';

interface CreateOptions extends JsonOption {
  tier: Tier;
  contact?: string;
}

export function tenantCommands(program: ServiceCommand): void {
  const tenants = program.command('tenants').description('create and list tenants, and set their limits');

  tenants
    .command('create')
    .argument('<name>', 'lower-case letters, digits and dashes')
    .description('create a tenant; create its first key with `assize keys create`')
    .choice('--tier <tier>', 'monthly allowances', TIERS, { initial: 'free' })
    .option('--contact <address>', 'the mail address for notices', mailAddress)
    .json()
    .run(
      ({ options, withService }: Run<CreateOptions>, name: string) =>
        withService(async (service) =>
          fieldsOf(await createTenant(service, name, options.tier, options.contact ?? null)),
        ),
      TENANT,
    );

  tenants
    .command('list')
    .description('list all tenants, oldest first')
    .json()
    .run(
      async ({ withService }: Run<JsonOption>) =>
        (await withService(({ db }) => listTenants(db))).map(fieldsOf),
      {
        columns: {
          name: 'name',
          tier: 'tier',
          plan: 'plan',
          contact: 'contact',
          created: 'created_at',
          id: 'id',
        },
      },
    );

  tenantTermsCommands(tenants);

  tenants
    .command('set-plan <name>')
    .addArgument(new Argument('<plan>').choices(PLANS))
    .description('set the limits per second and per day; the tier stays the same')
    .json()
    .run(
      ({ withService }, name: string, plan: Plan) =>
        withService(async ({ db }) => fieldsOf(await changeTenant(db, name, { plan }))),
      TENANT,
    );

  tenants
    .command('set-contact <name>')
    .argument('<address>', 'mail address, or `none`', (text) => (text === 'none' ? null : mailAddress(text)))
    .description('set the mail address for notices')
    .json()
    .run(
      ({ withService }, name: string, contact: string | null) =>
        withService(async ({ db }) => fieldsOf(await changeTenant(db, name, { contact }))),
      TENANT,
    );
}

const TENANT: View<ReturnType<typeof fieldsOf>, unknown> = {
  lines: ({ name, tier, plan, contact }) => `${name}  tier ${tier}  plan ${plan}  contact ${contact ?? '-'}`,
};

function fieldsOf({ tenantId, name, tier, plan, contact, createdAt }: Tenant) {
  return { id: tenantId, name, tier, plan, contact, created_at: isoOrDash(createdAt) };
}

function mailAddress(text: string): string {
  if (isMailAddress(text)) return text;
  throw new InvalidArgumentError('It must be a mail address such as ops@example.org.');
}
