/** Amounts in US dollars, and counts, as text. */
import { numberFormat } from './locale/locale.ts';

const dollars = numberFormat({ style: 'currency', currency: 'USD' });
const small = numberFormat({ style: 'currency', currency: 'USD', maximumFractionDigits: 6 });
const count = numberFormat({ maximumFractionDigits: 2 });
const share = numberFormat({ style: 'percent', maximumFractionDigits: 0 });
const signed = numberFormat({ style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' });

/** To the cent; less than a cent is not rounded to nothing. */
export function formatUsd(usd: number): string {
  return usd !== 0 && Math.abs(usd) < 0.01 ? small.format(usd) : dollars.format(usd);
}

export function formatCount(value: number): string {
  return count.format(value);
}

/** @param part of one. */
export function formatShare(part: number): string {
  return share.format(part);
}

/** Such as `+12%`. @param part of one. */
export function formatChange(part: number): string {
  return signed.format(part);
}

/**
 * The amount that a person typed; null where it is not an amount. A comma parts thousands: where it could part cents,
 * nothing is guessed.
 */
export function usdOf(typed: string): number | null {
  const text = typed.trim().replace(/^\$/, '');
  return /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{1,6})?$/.test(text) ? Number(text.replaceAll(',', '')) : null;
}
