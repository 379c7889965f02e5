/** The period of statistics, in whole intervals, and what can be compared with it. */
import { DAY_MS } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import { HOUR_MS } from './counts.ts';

export const INTERVALS = { hour: HOUR_MS, day: DAY_MS } as const;
export type Interval = keyof typeof INTERVALS;

export interface StatisticsQuery {
  from?: number | undefined;
  to?: number | undefined;
  interval?: Interval | undefined;
}

const MAX_INTERVALS = 2400;
/** Up to this length a period without an interval is shown by the hour. */
const SHORT_MS = 3 * DAY_MS;

export interface Period {
  from: number;
  to: number;
  interval: Interval;
}

export function periodOf({ to: end, from: begin, interval }: StatisticsQuery, nowMs: number): Period {
  const last = end ?? nowMs;
  const first = begin ?? last - DAY_MS;
  if (first > last) throw invalid('to', 'Input should not be before the start of the period');
  const chosen = interval ?? (last - first <= SHORT_MS ? 'hour' : 'day');
  const lengthMs = INTERVALS[chosen];
  const from = Math.floor(first / lengthMs) * lengthMs;
  const to = Math.max(Math.ceil(last / lengthMs) * lengthMs, from + lengthMs);
  if ((to - from) / lengthMs > MAX_INTERVALS) {
    throw invalid('from', `The period has more than ${MAX_INTERVALS} intervals: choose a longer interval`);
  }
  return { from, to, interval: chosen };
}

/** Only whole intervals can be compared: one that is not over yet has counted less than it will. */
export function earlierThan({ from, to, interval }: Period, nowMs: number): { from: number; to: number } {
  const lengthMs = INTERVALS[interval];
  const over = Math.floor((Math.min(to, nowMs) - from) / lengthMs) * lengthMs;
  return { from: from - Math.max(over, 0), to: from };
}

function invalid(field: string, message: string): Failure {
  return Failure.invalid([{ field: [field], message, type: 'value_error' }]);
}

/** The start of the interval that is not over yet; null where all are. */
export function runningIn({ from, to, interval }: Period, nowMs: number): number | null {
  const lengthMs = INTERVALS[interval];
  return from <= nowMs && nowMs < to ? Math.floor(nowMs / lengthMs) * lengthMs : null;
}
