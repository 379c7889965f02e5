/** Money as the arguments of a call state it, in any currency. */
import { numberFormat } from '../../ui/locale/locale.ts';

export interface Money {
  value: number;
  /** A code of ISO 4217; null if none is stated. */
  currency: string | null;
}

const MOST_DIGITS = 6;

/** Such as `90.00 EUR`. Nothing is rounded away. */
export function formatMoney({ value, currency }: Money): string {
  const digits = currency === null ? 0 : digitsOf(currency);
  const number = numberFormat({
    minimumFractionDigits: digits,
    maximumFractionDigits: Math.max(digits, MOST_DIGITS),
  }).format(value);
  return currency === null ? number : `${number} ${currency}`;
}

/** The digits that the currency usually has: two of the euro, none of the yen. */
function digitsOf(currency: string): number {
  const format = numberFormat({ style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
