import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lanesOf, pathOf } from './lanes.ts';

test('threads-that-overlap-in-height-run-in-lanes-of-their-own', () => {
  const lanes = lanesOf([
    { from: 'late', top: 310, bottom: 400 },
    { from: 'mail', top: 10, bottom: 300 },
    { from: 'register', top: 50, bottom: 120 },
    { from: 'third', top: 130, bottom: 500 },
  ]);
  assert.deepEqual(Object.fromEntries(lanes), { mail: 0, register: 1, third: 1, late: 0 });
});

test('a-thread-goes-from-its-result-through-its-lane-to-the-argument', () => {
  assert.equal(pathOf(100, 10, 80, 40, 90), 'M100 10H88Q80 10 80 18V82Q80 90 72 90H40');
  assert.equal(
    pathOf(100, 10, 80, 40, 14),
    'M100 10H82Q80 10 80 12V12Q80 14 78 14H40',
    'corners get smaller',
  );
});
