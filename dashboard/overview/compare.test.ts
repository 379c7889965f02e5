import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedOf, totalOf } from './compare.ts';

const at = (hour: string, proceed: number, block = 0) => {
  return { start: `2026-03-01T${hour}:00:00.000Z`, proceed, escalate: 0, block };
};

test('leaves-the-running-interval-out-of-the-comparison', () => {
  const verdicts = [at('10', 5), at('11', 7, 1), at('12', 1)];
  const before = { proceed: 10, escalate: 0, block: 2 };
  const of = (running_from: string | null) => comparedOf({ verdicts, running_from, before }, totalOf);
  assert.deepEqual(of('2026-03-01T12:00:00.000Z'), { now: 13, before: 12 });
  assert.deepEqual(of(null), { now: 14, before: 12 });
});

test('compares-nothing-before-the-first-whole-interval-with-anything-in-it', () => {
  const before = { proceed: 0, escalate: 0, block: 0 };
  const counted = { verdicts: [at('11', 0), at('12', 9)], running_from: '2026-03-01T12:00:00.000Z', before };
  assert.deepEqual(comparedOf(counted, totalOf), { now: 0, before: null });
});
