/** The buckets of a native histogram, by the definition of Prometheus' schema 3. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NativeHistogram, SCHEMA, ZERO_THRESHOLD } from './native-histogram.ts';

const FACTOR = 2 ** (2 ** -SCHEMA);

test('each-value-is-in-the-bucket-whose-bounds-hold-it', () => {
  for (let value = 2e-6; value < 100; value *= 1.037) {
    const histogram = new NativeHistogram({});
    histogram.observe(value);
    const [[index, count] = [0, 0]] = histogram.buckets();
    assert.equal(count, 1);
    assert.ok(
      value <= FACTOR ** index * (1 + 1e-12) && value > FACTOR ** (index - 1) * (1 - 1e-12),
      `${value}`,
    );
  }
});

test('a-bound-is-the-end-of-its-bucket', () => {
  for (const [value, index] of [
    [1, 0],
    [2, 8],
    [0.25, -16],
  ] as const) {
    const histogram = new NativeHistogram({});
    histogram.observe(value);
    assert.deepEqual(histogram.buckets(), [[index, 1]]);
  }
});

test('counts-and-adds-up-also-what-is-next-to-nothing', () => {
  const histogram = new NativeHistogram({});
  for (const value of [0, ZERO_THRESHOLD, 0.5, 0.5, 3]) histogram.observe(value);
  assert.deepEqual([histogram.count, histogram.zeros, histogram.buckets().length], [5, 2, 2]);
  assert.ok(Math.abs(histogram.sum - 4 - ZERO_THRESHOLD) < 1e-12);
});
