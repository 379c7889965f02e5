/** Where the axes of a chart have their marks: round values, and times that people name. */

const STEPS = [1, 2, 2.5, 5, 10];
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MINUTE_MS = 60_000;
const TIME_STEPS_MS = [
  ...[1, 5, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 4, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7, 14, 28, 91, 182, 364].map((days) => days * DAY_MS),
];

/** Round values from nothing to at least the most, about `count` of them. */
export function valueTicks(most: number, count = 4): number[] {
  if (!(most > 0)) return [0, 1];
  const rough = most / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (STEPS.find((each) => each * power >= rough - power * 1e-9) ?? 10);
  const ticks = Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, place) => place * step);
  return ticks.map((tick) => Number(tick.toPrecision(12)));
}

/**
 * Whole hours or midnights of the reader between two times, at most `count` of them, or the first time where there is
 * none; all in ms since the epoch.
 * @param offsetMs how far the reader's clock is behind UTC.
 */
export function timeTicks(fromMs: number, toMs: number, count: number, offsetMs: number): number[] {
  const span = toMs - fromMs;
  if (span <= 0) return [fromMs];
  const step = TIME_STEPS_MS.find((each) => span / each <= count) ?? span;
  const first = Math.ceil((fromMs - offsetMs) / step) * step + offsetMs;
  if (first > toMs) return [fromMs];
  return Array.from({ length: Math.floor((toMs - first) / step) + 1 }, (_, place) => first + place * step);
}
