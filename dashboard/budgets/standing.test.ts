import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Budget } from '../../client/api.ts';
import { renewsAt, standingOf } from './standing.ts';

const budget = (limit: number, spent: number, reserved = 0) =>
  ({
    limit_usd: limit,
    spent_usd: spent,
    reserved_usd: reserved,
    remaining_usd: limit - spent - reserved,
  }) as Budget;

for (const [given, tone, start] of [
  [budget(100, 10), 'neutral', '$90.00 of $100.00 is left'],
  [budget(100, 70, 10), 'warning', '$20.00 of $100.00 is left; $10.00 more is reserved'],
  [budget(100, 100), 'bad', 'used up'],
  [budget(0, 0), 'bad', 'nothing may be spent'],
] as const) {
  test(`says-what-is-left: ${start}`, () => {
    const said = standingOf(given);
    assert.equal(said.tone, tone);
    assert.ok(said.words.startsWith(start), said.words);
  });
}

test('starts-anew-with-the-next-day-or-month-of-utc', () => {
  const period_start = '2026-12-01T00:00:00.000Z';
  assert.equal(renewsAt({ period: 'day', period_start }), '2026-12-02T00:00:00.000Z');
  assert.equal(renewsAt({ period: 'month', period_start }), '2027-01-01T00:00:00.000Z');
});
