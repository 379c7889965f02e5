/** Rounding never makes a cost smaller or a limit greater than the stated amount. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { costMicroUsdOf, limitMicroUsdOf, usdOf } from './money.ts';

/** The rounding error of a sum of doubles. */
const NOISE = 2 ** -49;

const anyUsd = fc.oneof(
  fc.double({ min: 0, max: 1e9, noNaN: true }),
  fc.integer({ min: 0, max: 1e9 }).map((micro) => micro / 1e6),
  fc.integer({ min: 0, max: 1e6 }).map((part) => part / 1e13),
);

test('a-cost-above-a-limit-is-above-it-in-whole-micro-dollars-too', () => {
  fc.assert(
    fc.property(anyUsd, anyUsd, (cost, limit) => {
      fc.pre(cost > limit * (1 + NOISE));
      const isMore = costMicroUsdOf(cost) > limitMicroUsdOf(limit);
      assert.ok(isMore, `${cost} of ${limit}`);
    }),
    {
      numRuns: 2000,
      examples: [
        [1e-7, 0],
        [0.3000001, 0.3],
        [1.0000001, 1],
      ],
    },
  );
});

test('an-amount-of-six-places-is-exactly-that-many', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e15 }), (micro) => {
      assert.equal(costMicroUsdOf(usdOf(micro)), micro);
      assert.equal(limitMicroUsdOf(usdOf(micro)), micro);
    }),
  );
});
