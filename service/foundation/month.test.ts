/**
 * Months in UTC: each moment is in exactly one, also at the turn of a year, on a leap day and around a leap
 * second.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { monthName, monthOf, readMonth, startOfMonth } from './month.ts';

test('puts-each-moment-into-one-month', () => {
  const lastOf2016 = Date.UTC(2016, 11, 31, 23, 59, 59, 999);
  assert.deepEqual(
    [lastOf2016, lastOf2016 + 1].map((ms) => monthName(monthOf(ms))),
    ['2016-12', '2017-01'],
  );
  assert.equal(monthName(monthOf(Date.UTC(2028, 1, 29, 23, 59, 59, 999))), '2028-02');
  // There was a 23:59:60 between these two, which a Date can't express.
  assert.ok(Number.isNaN(Date.parse('2016-12-31T23:59:60Z')));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(9998, 0) }), (ms) => {
      const month = monthOf(ms);
      assert.ok(startOfMonth(month) <= ms && ms < startOfMonth(month + 1));
      assert.equal(readMonth(monthName(month)), month);
    }),
  );
});
