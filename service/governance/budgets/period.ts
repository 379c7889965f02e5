/** Days and months, UTC, in which budgets are spent. */

import { DAY_MS, dayOf } from '../../foundation/clock.ts';
import { monthOf, startOfMonth } from '../../foundation/month.ts';

export const PERIODS = ['day', 'month'] as const;
export type Period = (typeof PERIODS)[number];

/** The first moment of the period that a moment is in, both ms since the epoch. */
export function periodStart(period: Period, at: number): number {
  return period === 'day' ? dayOf(at) * DAY_MS : startOfMonth(monthOf(at));
}

/** Behind its last moment. @param start its first. */
export function periodEnd(period: Period, start: number): number {
  return period === 'day' ? start + DAY_MS : startOfMonth(monthOf(start) + 1);
}
