/**
 * Amounts in the account are whole micro-dollars, and this is the only place that rounds: if a rate covers
 * many units, half a micro-dollar is rounded up. Dollars appear only where people read them.
 */
import { countText } from '../../documents/wording.ts';

/**
 * @param perUnits the number of units in the rate. @throws {RangeError} beyond what a double holds exactly.
 */
export function costMicroUsd(units: number, rateMicroUsd: number, perUnits = 1): number {
  const twice = (2n * BigInt(units) * BigInt(rateMicroUsd)) / BigInt(perUnits);
  const cost = Number((twice + 1n) / 2n);
  if (!Number.isSafeInteger(cost)) throw new RangeError('an amount is beyond what can be stated exactly');
  return cost;
}

/** At least two decimals, and as many as the amount has: `1,234.50`, `0.005`. */
export function usdText(microUsd: number): string {
  const [whole = '', decimals = ''] = decimalText(microUsd, 6).split('.');
  return `${countText(whole)}.${decimals.padEnd(2, '0')}`;
}

/** A whole number with the last `decimals` digits after the point, exactly: 1500 with three is `1.5`. */
export function decimalText(value: number, decimals: number): string {
  const digits = String(Math.abs(value)).padStart(decimals + 1, '0');
  const sign = value < 0 ? '-' : '';
  const whole = digits.slice(0, digits.length - decimals);
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return rest === '' || decimals === 0 ? `${sign}${whole}` : `${sign}${whole}.${rest}`;
}
