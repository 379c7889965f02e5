import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeTicks, valueTicks } from './scale.ts';

const CASES: [most: number, ticks: number[]][] = [
  [0, [0, 1]],
  [1, [0, 0.25, 0.5, 0.75, 1]],
  [7, [0, 2, 4, 6, 8]],
  [16, [0, 5, 10, 15, 20]],
  [1000, [0, 250, 500, 750, 1000]],
  [0.3, [0, 0.1, 0.2, 0.3]],
];
for (const [most, ticks] of CASES) {
  test(`marks-round-values-up-to ${most}`, () => assert.deepEqual(valueTicks(most), ticks));
}

const HOUR_MS = 3_600_000;
const at = (iso: string): number => Date.parse(iso);
const inUtc = (ticks: number[]) => ticks.map((ms) => new Date(ms).toISOString().slice(5, 16));

test('marks-whole-hours-of-the-reader', () => {
  // Kolkata is five and a half hours ahead.
  const ticks = timeTicks(at('2026-03-01T10:10Z'), at('2026-03-01T20:10Z'), 3, -5.5 * HOUR_MS);
  assert.deepEqual(inUtc(ticks), ['03-01T10:30', '03-01T14:30', '03-01T18:30']);
});

test('marks-midnights-over-days', () => {
  const ticks = timeTicks(at('2026-03-01T10:00Z'), at('2026-03-08T10:00Z'), 4, 0);
  assert.deepEqual(inUtc(ticks), ['03-02T00:00', '03-04T00:00', '03-06T00:00', '03-08T00:00']);
});

test('marks-one-time-where-no-whole-minute-is-between-them', () => {
  assert.deepEqual(timeTicks(7, 7, 4, 0), [7]);
  assert.deepEqual(timeTicks(7, 900, 4, 0), [7]);
});
