import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeRangeOf, timeSearchOf } from './time-range.ts';

const NOW = Date.parse('2026-03-01T12:00:30Z');

test('reads-a-named-range', () => assert.deepEqual(timeSearchOf({ range: '7d' }), { range: '7d' }));

for (const search of [{}, { range: 'constructor' }, { range: 7 }, { from: 'yesterday', to: 'now' }]) {
  test(`leaves-out-what-it-cannot-read ${JSON.stringify(search)}`, () =>
    assert.deepEqual(timeSearchOf(search), {}));
}

test('leaves-out-an-end-before-its-beginning', () => {
  assert.deepEqual(timeSearchOf({ from: '2026-02-02', to: '2026-02-01' }), {});
});

test('reads-two-times-of-any-zone', () => {
  assert.deepEqual(timeSearchOf({ from: '2026-02-01T01:00:00+01:00', to: '2026-02-02' }), {
    from: '2026-02-01T00:00:00.000Z',
    to: '2026-02-02T00:00:00.000Z',
  });
});

test('ends-a-moving-range-at-the-next-minute', () => {
  const { fromMs, toMs, name } = timeRangeOf({}, NOW);
  assert.equal(new Date(toMs).toISOString(), '2026-03-01T12:01:00.000Z');
  assert.equal(toMs - fromMs, 86_400_000);
  assert.equal(name, '24h');
});
