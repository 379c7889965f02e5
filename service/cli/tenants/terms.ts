/** `assize tenants set-tier|set-hard-limit|set-agreed`: a tenant's allowances and prices. */
import { parseJson } from '@assize/evidence-format';
import { Argument, type Command } from 'commander';
import { METER } from '../../foundation/meters.ts';
import { changeTenant, findTenant, setTier, type Tenant, TIERS, type Tier } from '../../tenants/index.ts';
import { agree, type TierEffect, tierEffect } from '../../usage/account/index.ts';
import { figureText } from '../../usage/invoices/index.ts';
import { readNamed } from '../explain.ts';
import type { JsonOption } from '../options.ts';
import type { WithService } from '../service-for-command.ts';
import { isoOrDash, print, printJson } from '../terminal.ts';

export function tenantTermsCommands(tenants: Command, withService: WithService): void {
  tenants
    .command('set-tier')
    .argument('<name>')
    .addArgument(new Argument('<tier>').choices(TIERS))
    .description(
      'set the tier of monthly allowances: raised at once, lowered from the next month on; the plan stays the same',
    )
    .option('--json', 'print JSON')
    .action(async (name: string, tier: Tier, options: JsonOption) => {
      const set = await withService(async (service) => {
        const tenant = await setTier(service, name, tier);
        return { tenant, effect: await tierEffect(service, tenant) };
      });
      showTier(set.tenant, set.effect, options);
    });

  tenants
    .command('set-hard-limit')
    .argument('<name>')
    .addArgument(new Argument('<on-or-off>').choices(['on', 'off']))
    .description('stop a tenant at its allowances, although its tier may exceed them')
    .option('--json', 'print JSON')
    .action(async (name: string, choice: 'on' | 'off', { json }: JsonOption) => {
      const { hardLimit } = await withService((service) =>
        changeTenant(service.db, name, { hardLimit: choice === 'on' }),
      );
      if (json) printJson({ name, hard_limit: hardLimit });
      else print(`${name}  ${hardLimit ? 'stops at its allowances' : 'may exceed its allowances, and pays'}`);
    });

  tenants
    .command('set-agreed')
    .argument('<name>')
    .option('--file <agreed.json>', 'the agreed allowances, prices and limits; see docs/billing.md')
    .option('--none', 'remove the agreement')
    .description('set the agreement with an enterprise tenant, for the whole current month')
    .option('--json', 'print JSON')
    .action(async (name: string, options: JsonOption & { file?: string; none?: true }, command: Command) => {
      if ((options.file === undefined) === (options.none === undefined)) {
        command.error('error: Pass either --file or --none.');
      }
      const text = options.file === undefined ? null : String(await readNamed(options.file));
      const tenant = await withService(async (service) => {
        await agree(service, name, text);
        return findTenant(service.db, name);
      });
      if (options.json)
        printJson({ name, tier: tenant.tier, agreed: text === null ? null : parseJson(text) });
      else print(`${name}  ${text === null ? 'nothing is agreed' : 'agreed, from this month on'}`);
    });
}

function showTier(
  { name, tier, plan }: Tenant,
  { holdsFrom, beyond }: TierEffect,
  { json }: JsonOption,
): void {
  if (json) {
    printJson({
      name,
      tier,
      plan,
      holds_from: isoOrDash(holdsFrom),
      beyond: beyond.map(({ meter }) => meter),
    });
    return;
  }
  print(`${name}  tier ${tier}  plan ${plan}  holds from ${isoOrDash(holdsFrom)}`);
  for (const { meter, used, allowance } of beyond) {
    const figures = `${figureText(meter, used)} this month, where ${tier} allows ${figureText(meter, allowance)}`;
    print(`  ${METER[meter].title}: ${figures}`);
  }
}
