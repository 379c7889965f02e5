import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foundOf, periodOf, resultOf } from './results.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const NONE = { from: '', to: '' };

test('takes-the-last-days', () => {
  assert.deepEqual(periodOf('30', NONE, NOW), {
    from_date: '2026-02-08T12:00:00.000Z',
    to_date: '2026-03-10T12:00:00.000Z',
  });
});

test('takes-whole-days-up-to-now', () => {
  assert.deepEqual(periodOf('own', { from: '2026-03-01', to: '2026-03-10' }, NOW), {
    from_date: '2026-03-01T00:00:00.000Z',
    to_date: '2026-03-10T12:00:00.000Z',
  });
});

for (const days of [
  NONE,
  { from: '2026-03-05', to: '2026-03-01' },
  { from: 'soon', to: '2026-03-01' },
  { from: '2026-04-01', to: '2026-04-02' },
]) {
  test(`takes-no-period-that-is-none ${JSON.stringify(days)}`, () =>
    assert.equal(periodOf('own', days, NOW), null));
}

test('says-what-was-found', () => {
  assert.equal(
    foundOf({ met: 3, partial: 1, not_met: 0, not_assessed: 2 }),
    '3 met, 1 partly met, 2 not assessed',
  );
  assert.equal(resultOf('not_met'), 'not_met');
  assert.equal(resultOf('toString'), undefined);
});
