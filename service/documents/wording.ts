/** Writes numbers and days for documents. */

/** 1234567 as `1,234,567`. */
export function countText(count: number | string): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `2026-03-01`. */
export function dateText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
