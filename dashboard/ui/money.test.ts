import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCount, formatUsd, usdOf } from './money.ts';

test('writes-amounts-to-the-cent-and-hides-no-fraction-of-one', () => {
  assert.equal(formatUsd(1234.5), '$1,234.50');
  assert.equal(formatUsd(0), '$0.00');
  assert.equal(formatUsd(0.002), '$0.002');
  assert.equal(formatCount(12345.678), '12,345.68');
});

for (const [typed, usd] of [
  ['12', 12],
  [' $1,250.50 ', 1250.5],
  ['0.002', 0.002],
  ['', null],
  ['-3', null],
  ['1e3', null],
  ['ten', null],
  ['12,50', null],
  ['1.250,50', null],
] as const) {
  test(`reads-an-amount ${JSON.stringify(typed)}`, () => assert.equal(usdOf(typed), usd));
}
