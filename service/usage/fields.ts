/** The account in JSON, for callers and operators: dollars, GB, ISO 8601. */

import { usdOf } from '../foundation/money.ts';
import { startOfMonth } from '../foundation/month.ts';
import type { Statement } from './account/billing.ts';
import type { Invoice } from './invoices/invoice.ts';
import { amountInUnits, eachCharge } from './invoices/invoice-wording.ts';

export function summaryFields(statement: Statement) {
  return {
    tier: statement.tier,
    billing_period: periodOf(statement),
    usage: usageFields(statement),
    total_overage_cost_usd: usdOf(statement.overageMicroUsd),
    api_credit_remaining_usd: usdOf(statement.creditRemainingMicroUsd),
  };
}

export function invoiceFields({ number, tenant, closedAt, statement }: Invoice) {
  return {
    invoice: number,
    tenant,
    tier: statement.tier,
    billing_period: periodOf(statement),
    usage: usageFields(statement),
    ...amountFields(statement),
    closed_at: new Date(closedAt).toISOString(),
  };
}

function periodOf({ month }: Statement) {
  return {
    start: new Date(startOfMonth(month)).toISOString(),
    end: new Date(startOfMonth(month + 1)).toISOString(),
  };
}

/** With the rate, which a summary leaves out. */
function usageFields(statement: Statement) {
  const charges = eachCharge(statement, (meter, { used, allowance, overage, ...money }) => [
    meter,
    {
      used: amountInUnits(meter, used),
      limit: allowance === null ? null : amountInUnits(meter, allowance),
      overage: amountInUnits(meter, overage),
      overage_cost_usd: usdOf(money.costMicroUsd),
      rate_usd: usdOf(money.rateMicroUsd),
    },
  ]);
  return Object.fromEntries(charges);
}

export function amountFields(statement: Statement) {
  return {
    users: statement.users,
    base_usd: usdOf(statement.baseMicroUsd),
    overage_usd: usdOf(statement.overageMicroUsd),
    credit_applied_usd: usdOf(statement.creditAppliedMicroUsd),
    credit_remaining_usd: usdOf(statement.creditRemainingMicroUsd),
    amount_due_usd: usdOf(statement.amountDueMicroUsd),
  };
}
