/**
 * A billing period is a calendar month in UTC, stored as year × 12 + month (0 to 11), so that the next month
 * is one more.
 */

/** The month that contains a time. @param ms since the epoch. */
export function monthOf(ms: number): number {
  const date = new Date(ms);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** The first moment of the month, ms since the epoch; also the end of the month before. */
export function startOfMonth(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12);
}

export function secondsToNextMonth(nowMs: number): number {
  return Math.ceil((startOfMonth(monthOf(nowMs) + 1) - nowMs) / 1000);
}

/** For example `2026-11`. */
export function monthName(month: number): string {
  return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;
}

const NAME = /^(\d{4})-(0[1-9]|1[0-2])$/;

/** Reads what {@link monthName} writes; undefined for anything else. */
export function readMonth(name: string): number | undefined {
  const [, year, month] = NAME.exec(name) ?? [];
  return year === undefined || month === undefined ? undefined : Number(year) * 12 + Number(month) - 1;
}
