/** `assize usage show|export`: a tenant's usage and costs, as its keys and as a billing system see them. */
import type { Command } from 'commander';
import { Failure } from '../../foundation/failure.ts';
import { METER } from '../../foundation/meters.ts';
import { monthName, monthOf, readMonth } from '../../foundation/month.ts';
import { findTenant } from '../../tenants/index.ts';
import { historyOf, type Statement, usdText } from '../../usage/account/index.ts';
import { amountFields, summaryFields } from '../../usage/index.ts';
import { eachCharge, figureText } from '../../usage/invoices/index.ts';
import type { WithService } from '../service-for-command.ts';
import { print, printJson, table } from '../terminal.ts';
import { exportUsageCommand } from './usage-export.ts';

export function usageCommands(program: Command, withService: WithService): void {
  const usage = program.command('usage').description('show and export usage and its costs');

  usage
    .command('show')
    .argument('<tenant>')
    .description('show a month of a tenant')
    .option('--month <month>', 'such as 2026-10 (default: this month)')
    .option('--json', 'print JSON')
    .action(async (name: string, { month, json }: { month?: string; json?: boolean }) => {
      const statement = await withService(async ({ db, clock }) => {
        const { tenantId } = await findTenant(db, name);
        const months = await historyOf(db, tenantId, clock.now());
        const wanted = month === undefined ? months[0]?.month : readMonth(month);
        const found = months.find((each) => each.month === wanted);
        if (found !== undefined) return found;
        const [last, first] = [months[0]?.month, months.at(-1)?.month].map((each) =>
          monthName(each ?? monthOf(clock.now())),
        );
        throw new Failure('not_found', `${name} has months from ${first} to ${last}.`);
      });
      if (json) printJson({ ...summaryFields(statement), ...amountFields(statement) });
      else show(name, statement);
    });

  exportUsageCommand(usage, withService);
}

function show(name: string, statement: Statement): void {
  const { month, tier, baseMicroUsd, overageMicroUsd, creditAppliedMicroUsd } = statement;
  print(`${name}  ${monthName(month)}  tier ${tier}`, '');
  const rows = eachCharge(statement, (meter, { used, allowance, overage, costMicroUsd }) => [
    METER[meter].title,
    figureText(meter, used),
    allowance === null ? '-' : figureText(meter, allowance),
    figureText(meter, overage),
    usdText(costMicroUsd),
  ]);
  print(table(['metered', 'used', 'allowance', 'overage', 'USD'], rows));
  const sums = `base ${usdText(baseMicroUsd)}, overage ${usdText(overageMicroUsd)}, paid from credit ${usdText(creditAppliedMicroUsd)}`;
  print('', `${sums}: due ${usdText(statement.amountDueMicroUsd)} USD`);
  print(`remaining credit: ${usdText(statement.creditRemainingMicroUsd)} USD`);
}
