/**
 * Computes the amounts due from the usage, month by month: pure, and in whole micro-dollars. Overage is usage
 * beyond the allowance; the account's credit pays the earliest overage first, until it is used up.
 */
import { countsPerUnit, eachMeter, METERS, type Meter } from '../../foundation/meters.ts';
import { CREDIT_MICRO_USD } from '../terms/prices.ts';
import type { Terms } from '../terms/tiers.ts';
import type { Used } from '../used.ts';
import { costMicroUsd } from './money.ts';

/** The charge for one meter, in counts; for storage in bytes. */
export interface Charge {
  used: number;
  allowance: number | null;
  overage: number;
  rateMicroUsd: number;
  costMicroUsd: number;
}

export interface MonthOfUse {
  /** UTC: year × 12 + month. */
  month: number;
  used: Used;
  terms: Terms;
  users: number;
}

export interface Statement {
  month: number;
  tier: Terms['tier'];
  users: number;
  charges: Record<Meter, Charge>;
  /** The base price of the month, users included; credit never pays it. */
  baseMicroUsd: number;
  /** For all meters, before credit. */
  overageMicroUsd: number;
  creditAppliedMicroUsd: number;
  /** After this month. */
  creditRemainingMicroUsd: number;
  amountDueMicroUsd: number;
}

/** @param months one after another. @param creditMicroUsd the credit before the first of them. */
export function statementsOf(months: readonly MonthOfUse[], creditMicroUsd = CREDIT_MICRO_USD): Statement[] {
  let left = creditMicroUsd;
  return months.map((month) => {
    const statement = statementOf(month, left);
    left = statement.creditRemainingMicroUsd;
    return statement;
  });
}

function statementOf({ month, used, terms, users }: MonthOfUse, creditMicroUsd: number): Statement {
  const charges = eachMeter((meter) => chargeOf(meter, used[meter], terms));
  const baseMicroUsd = terms.baseMicroUsd + users * terms.perUserMicroUsd;
  const overageMicroUsd = METERS.reduce((sum, meter) => sum + charges[meter].costMicroUsd, 0);
  const creditAppliedMicroUsd = Math.min(creditMicroUsd, overageMicroUsd);
  return {
    month,
    tier: terms.tier,
    users,
    charges,
    baseMicroUsd,
    overageMicroUsd,
    creditAppliedMicroUsd,
    creditRemainingMicroUsd: creditMicroUsd - creditAppliedMicroUsd,
    amountDueMicroUsd: baseMicroUsd + overageMicroUsd - creditAppliedMicroUsd,
  };
}

function chargeOf(meter: Meter, counted: number, { allowances, ratesMicroUsd }: Terms): Charge {
  // Storage is never negative, but the counter can be after a clock was set back.
  const used = Math.max(0, counted);
  const allowance = allowances[meter];
  const overage = allowance === null ? 0 : Math.max(0, used - allowance);
  const rateMicroUsd = ratesMicroUsd[meter];
  return {
    used,
    allowance,
    overage,
    rateMicroUsd,
    costMicroUsd: costMicroUsd(overage, rateMicroUsd, countsPerUnit(meter)),
  };
}
