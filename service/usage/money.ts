/**
 * Money of the account is whole micro-dollars, and this is the one place where some of it is rounded: where a rate
 * stands for many units, half a micro-dollar counts as a whole one. Dollars appear only where someone reads them.
 */
import { countText } from '../documents/wording.ts';
import { MICRO_USD } from './prices.ts';

/** @param perUnits how many units the rate is for. @throws {RangeError} beyond what a double holds exactly. */
export function costMicroUsd(units: number, rateMicroUsd: number, perUnits = 1): number {
  const twice = (2n * BigInt(units) * BigInt(rateMicroUsd)) / BigInt(perUnits);
  const cost = Number((twice + 1n) / 2n);
  if (!Number.isSafeInteger(cost)) throw new RangeError('an amount is beyond what can be stated exactly');
  return cost;
}

/** Dividing once gives the double nearest to the decimal, which prints as it. */
export function usdOf(microUsd: number): number {
  return microUsd / MICRO_USD;
}

/** At least cents, and as many decimals as there are: `1,234.50`, `0.005`. */
export function usdText(microUsd: number): string {
  const whole = Math.trunc(microUsd / MICRO_USD);
  const decimals = String(Math.abs(microUsd % MICRO_USD)).padStart(6, '0');
  const kept = decimals.replace(/0{1,4}$/, '');
  return `${microUsd < 0 && whole === 0 ? '-' : ''}${countText(whole)}.${kept}`;
}
