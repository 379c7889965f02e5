/**
 * From what was used to what is due, month after month: pure, and in whole micro-dollars. Overage is what was used
 * beyond the allowance; the credit of the account pays overage, first come first served, until it is used up.
 */
import { countsPerUnit, eachMeter, METERS, type Meter } from '../../foundation/meters.ts';
import { CREDIT_MICRO_USD } from '../terms/prices.ts';
import type { Terms } from '../terms/tiers.ts';
import type { Used } from '../used.ts';
import { costMicroUsd } from './money.ts';

/** Of one meter. Counts; of storage, bytes. */
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
  /** What the month itself costs, users included; no part of it is ever taken off. */
  baseMicroUsd: number;
  /** Of all meters, before credit. */
  overageMicroUsd: number;
  creditAppliedMicroUsd: number;
  /** After this month. */
  creditRemainingMicroUsd: number;
  amountDueMicroUsd: number;
}

/** @param months one after another. @param creditMicroUsd what is left before the first of them. */
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
  // What is held can't be less than nothing, and yet be counted so where a clock was set back.
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
