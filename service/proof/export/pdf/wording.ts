/** How the report writes counts, shares, times and names. */

import { countOfType, countText, dateText, nameText, typeText } from '../../../documents/wording.ts';

export { countOfType, countText, dateText, nameText, typeText };

/** `1 record`, `2 records`. */
export function countOf(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** A share as a percentage that never rounds something to 0, nor a part to 100. */
export function shareText(part: number, whole: number): string {
  if (whole === 0) return '–';
  const percent = (100 * part) / whole;
  if (part > 0 && percent < 0.1) return '< 0.1 %';
  if (part < whole && percent > 99.9) return '> 99.9 %';
  return `${percent.toFixed(part === 0 || part === whole ? 0 : 1)} %`;
}

/** `2026-03-01 12:00:00.000`. */
export function timeText(ms: number): string {
  return `${dateText(ms)} ${clockText(ms)}`;
}

/** `12:00:00.000`. */
export function clockText(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23);
}
