/** The names and units of an invoice's positions, for people and for their programs. */
import { countText } from '../../documents/wording.ts';
import { countsPerUnit, METERS, type Meter } from '../../foundation/meters.ts';
import type { Statement } from '../account/billing.ts';
import { decimalText } from '../account/money.ts';

export const TIER_NAMES: Record<Statement['tier'], string> = {
  free: 'Free',
  team: 'Team',
  business: 'Business',
  enterprise: 'Enterprise',
};

export function eachCharge<Value>(
  { charges }: Statement,
  of: (meter: Meter, charge: Statement['charges'][Meter]) => Value,
): Value[] {
  return METERS.map((meter) => of(meter, charges[meter]));
}

/**
 * A count in its stated unit, storage in GB: the double nearest to the decimal, which prints as that decimal.
 */
export function amountInUnits(meter: Meter, counted: number): number {
  return counted / countsPerUnit(meter);
}

/** The same as exact text: `12.345678901`. */
export function unitsText(meter: Meter, counted: number): string {
  return decimalText(counted, Math.log10(countsPerUnit(meter)));
}

/** The same with commas. */
export function figureText(meter: Meter, counted: number): string {
  const [whole = '', ...decimals] = unitsText(meter, counted).split('.');
  return [countText(whole), ...decimals].join('.');
}
