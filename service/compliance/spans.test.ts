/** The values in force over time, by changes in the order of the chain, and by lifetimes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countsOf, spansOf } from './spans.ts';

const PERIOD = { from: 100, to: 200 };

async function spans(...changes: [at: number, value: string][]) {
  async function* judged() {
    for (const [at, value] of changes) yield { id: `${value} at ${at}`, at, value };
  }
  const found = await spansOf(judged(), 'first', PERIOD);
  return found.map(({ from, to, value, evidenceId }) => ({ from, to, value, evidenceId }));
}

test('what-held-before-any-change-held-throughout', async () => {
  assert.deepEqual(await spans(), [{ from: 100, to: 200, value: 'first', evidenceId: null }]);
});

test('the-last-change-before-the-period-holds-at-its-beginning', async () => {
  assert.deepEqual(await spans([10, 'a'], [100, 'b'], [150, 'c']), [
    { from: 100, to: 150, value: 'b', evidenceId: 'b at 100' },
    { from: 150, to: 200, value: 'c', evidenceId: 'c at 150' },
  ]);
});

test('what-is-changed-after-the-period-is-not-looked-at', async () => {
  assert.deepEqual(await spans([150, 'a'], [200, 'b']), [
    { from: 100, to: 150, value: 'first', evidenceId: null },
    { from: 150, to: 200, value: 'a', evidenceId: 'a at 150' },
  ]);
});

test('a-clock-that-lags-does-not-reorder-changes', async () => {
  assert.deepEqual(await spans([150, 'a'], [140, 'b'], [160, 'c']), [
    { from: 100, to: 150, value: 'first', evidenceId: null },
    { from: 150, to: 160, value: 'b', evidenceId: 'b at 140' },
    { from: 160, to: 200, value: 'c', evidenceId: 'c at 160' },
  ]);
});

test('counts-what-lives-at-a-time', () => {
  const lifetimes = [
    { from: 0, to: 100 },
    { from: 0, to: 150 },
    { from: 150, to: null },
    { from: 160, to: 170 },
    { from: 200, to: null },
  ];
  assert.deepEqual(
    countsOf(lifetimes, PERIOD).map(({ from, to, value }) => ({ from, to, value })),
    [
      { from: 100, to: 150, value: 1 },
      { from: 150, to: 160, value: 1 },
      { from: 160, to: 170, value: 2 },
      { from: 170, to: 200, value: 1 },
    ],
  );
  assert.deepEqual(countsOf([], PERIOD), [{ ...PERIOD, value: 0, evidenceId: null }]);
});
