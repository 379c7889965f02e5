/** `assize usage show|export`: a tenant's usage and costs, as its keys and as a billing system see them. */
import { Failure } from '../../foundation/failure.ts';
import { METER } from '../../foundation/meters.ts';
import { monthName, monthOf, readMonth } from '../../foundation/month.ts';
import { findTenant } from '../../tenants/index.ts';
import { historyOf, type Statement, usdText } from '../../usage/account/index.ts';
import { amountFields, summaryFields } from '../../usage/index.ts';
import { eachCharge, figureText } from '../../usage/invoices/index.ts';
import type { JsonOption, Run, ServiceCommand } from '../command.ts';
import { table } from '../terminal.ts';
import { exportUsageCommand } from './usage-export.ts';

export function usageCommands(program: ServiceCommand): void {
  const usage = program.command('usage').description('show and export usage and its costs');

  usage
    .command('show <tenant>')
    .description('show a month of a tenant')
    .option('--month <month>', 'such as 2026-10 (default: this month)')
    .json()
    .run(statementOf, {
      json: ({ statement }) => ({ ...summaryFields(statement), ...amountFields(statement) }),
      lines: ({ name, statement }) => linesOf(name, statement),
    });

  exportUsageCommand(usage);
}

function statementOf({ options, withService }: Run<JsonOption & { month?: string }>, name: string) {
  return withService(async ({ db, clock }) => {
    const { tenantId } = await findTenant(db, name);
    const months = await historyOf(db, tenantId, clock.now());
    const wanted = options.month === undefined ? months[0]?.month : readMonth(options.month);
    const statement = months.find(({ month }) => month === wanted);
    if (statement !== undefined) return { name, statement };
    const [last, first] = [months[0]?.month, months.at(-1)?.month].map((month) =>
      monthName(month ?? monthOf(clock.now())),
    );
    throw new Failure('not_found', `${name} has months from ${first} to ${last}.`);
  });
}

function linesOf(name: string, statement: Statement): string[] {
  const { month, tier, baseMicroUsd, overageMicroUsd, creditAppliedMicroUsd } = statement;
  const rows = eachCharge(statement, (meter, { used, allowance, overage, costMicroUsd }) => ({
    metered: METER[meter].title,
    used: figureText(meter, used),
    allowance: allowance === null ? null : figureText(meter, allowance),
    overage: figureText(meter, overage),
    usd: usdText(costMicroUsd),
  }));
  const columns = {
    metered: 'metered',
    used: 'used',
    allowance: 'allowance',
    overage: 'overage',
    USD: 'usd',
  } as const;
  const sums = `base ${usdText(baseMicroUsd)}, overage ${usdText(overageMicroUsd)}, paid from credit ${usdText(creditAppliedMicroUsd)}`;
  return [
    `${name}  ${monthName(month)}  tier ${tier}`,
    '',
    ...table(rows, columns),
    '',
    `${sums}: due ${usdText(statement.amountDueMicroUsd)} USD`,
    `remaining credit: ${usdText(statement.creditRemainingMicroUsd)} USD`,
  ];
}
