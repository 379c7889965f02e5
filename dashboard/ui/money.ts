/** Amounts in US dollars, and counts, as text. */

const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });
const small = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 6 });
const count = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** To the cent; less than a cent is not rounded to nothing. */
export function formatUsd(usd: number): string {
  return usd !== 0 && Math.abs(usd) < 0.01 ? small.format(usd) : dollars.format(usd);
}

export function formatCount(value: number): string {
  return count.format(value);
}

/** The amount that a person typed; null where it is not an amount. */
export function usdOf(typed: string): number | null {
  const text = typed.trim().replace(/^\$/, '').replaceAll(',', '');
  return /^\d+(\.\d{1,6})?$/.test(text) ? Number(text) : null;
}
