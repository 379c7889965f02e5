/** `assize tenants set-tier|set-hard-limit|set-agreed`: a tenant's allowances and prices. */
import { parseJson } from '@assize/evidence-format';
import { Argument } from 'commander';
import { METER } from '../../foundation/meters.ts';
import { changeTenant, findTenant, setTier, TIERS, type Tier } from '../../tenants/index.ts';
import { agree, tierEffect } from '../../usage/account/index.ts';
import { figureText } from '../../usage/invoices/index.ts';
import type { JsonOption, Run, ServiceCommand } from '../command.ts';
import { readNamed } from '../documents.ts';
import { isoOrDash } from '../terminal.ts';

interface AgreedOptions extends JsonOption {
  file?: string;
  none?: true;
}

export function tenantTermsCommands(tenants: ServiceCommand): void {
  tenants
    .command('set-tier <name>')
    .addArgument(new Argument('<tier>').choices(TIERS))
    .description(
      'set the tier of monthly allowances: raised at once, lowered from the next month on; the plan stays the same',
    )
    .json()
    .run(setTierOf, {
      json: ({ tenant: { name, tier, plan }, effect: { holdsFrom, beyond } }) => {
        const meters = beyond.map(({ meter }) => meter);
        return { name, tier, plan, holds_from: isoOrDash(holdsFrom), beyond: meters };
      },
      lines: ({ tenant: { name, tier, plan }, effect: { holdsFrom, beyond } }) => [
        `${name}  tier ${tier}  plan ${plan}  holds from ${isoOrDash(holdsFrom)}`,
        ...beyond.map(({ meter, used, allowance }) => {
          const figures = `${figureText(meter, used)} this month, where ${tier} allows ${figureText(meter, allowance)}`;
          return `  ${METER[meter].title}: ${figures}`;
        }),
      ],
    });

  tenants
    .command('set-hard-limit <name>')
    .addArgument(new Argument('<on-or-off>').choices(['on', 'off']))
    .description('stop a tenant at its allowances, although its tier may exceed them')
    .json()
    .run(
      ({ withService }, name: string, choice: 'on' | 'off') =>
        withService(async ({ db }) => {
          const { hardLimit } = await changeTenant(db, name, { hardLimit: choice === 'on' });
          return { name, hard_limit: hardLimit };
        }),
      {
        lines: ({ name, hard_limit }) =>
          `${name}  ${hard_limit ? 'stops at its allowances' : 'may exceed its allowances, and pays'}`,
      },
    );

  tenants
    .command('set-agreed <name>')
    .option('--file <agreed.json>', 'the agreed allowances, prices and limits; see docs/billing.md')
    .option('--none', 'remove the agreement')
    .description('set the agreement with an enterprise tenant, for the whole current month')
    .json()
    .run(setAgreed, {
      lines: ({ name, agreed }) =>
        `${name}  ${agreed === null ? 'nothing is agreed' : 'agreed, from this month on'}`,
    });
}

function setTierOf({ withService }: Run<JsonOption>, name: string, tier: Tier) {
  return withService(async (service) => {
    const tenant = await setTier(service, name, tier);
    return { tenant, effect: await tierEffect(service, tenant) };
  });
}

async function setAgreed({ options, withService, refuse }: Run<AgreedOptions>, name: string) {
  const { file, none } = options;
  if ((file === undefined) === (none === undefined)) refuse('Pass either --file or --none.');
  const text = file === undefined ? null : String(await readNamed(file));
  return withService(async (service) => {
    await agree(service, name, text);
    const { tier } = await findTenant(service.db, name);
    return { name, tier, agreed: text === null ? null : parseJson(text) };
  });
}
