/** An invoice as CSV (RFC 4180, UTF-8): one line per position; the amounts add up to the last line. */
import type { CsvField } from '../../documents/csv.ts';
import { monthName } from '../../foundation/month.ts';
import { decimalText } from '../account/money.ts';
import type { Invoice } from './invoice.ts';
import { eachCharge, unitsText } from './invoice-wording.ts';

const COLUMNS = [
  'invoice',
  'tenant',
  'month',
  'tier',
  'item',
  'used',
  'allowance',
  'overage',
  'rate_usd',
  'amount_usd',
];
const NO_FIGURES = ['', '', '', ''];

export async function invoiceCsv({ number, tenant, statement }: Invoice): Promise<string> {
  const shared = [number, tenant.name, monthName(statement.month), statement.tier];
  const { baseMicroUsd, creditAppliedMicroUsd, amountDueMicroUsd } = statement;
  const metered = eachCharge(statement, (meter, { used, allowance, overage, rateMicroUsd, costMicroUsd }) => [
    ...shared,
    meter,
    { figure: unitsText(meter, used) },
    { figure: allowance === null ? '' : unitsText(meter, allowance) },
    { figure: unitsText(meter, overage) },
    usd(rateMicroUsd),
    usd(costMicroUsd),
  ]);
  const total = (item: string, microUsd: number) => [...shared, item, ...NO_FIGURES, usd(microUsd)];
  const rows = [
    COLUMNS,
    total('base', baseMicroUsd),
    ...metered,
    total('credit', 0 - creditAppliedMicroUsd),
    total('amount_due', amountDueMicroUsd),
  ];
  const { csvRecords } = await import('../../documents/csv.ts');
  return csvRecords(rows);
}

function usd(microUsd: number): CsvField {
  return { figure: decimalText(microUsd, 6) };
}
