import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MeteredUse, UsageSummary } from '../../client/api.ts';
import { historyCsv, METER_NAMES, meterOf, monthNamed, standingOf } from './figures.ts';

const use = (used: number, limit: number | null): MeteredUse => ({
  used,
  limit,
  overage: Math.max(0, used - (limit ?? used)),
  overage_cost_usd: 0,
});

for (const [used, limit, tone, words] of [
  [5, null, 'neutral', 'no limit'],
  [10, 100, 'neutral', '10 % is used'],
  [80, 100, 'warning', '80 % is used'],
  [100, 100, 'warning', '100 % is used'],
  [120, 100, 'bad', '20 beyond the allowance'],
  [150, 100, 'bad', '150 %: a larger tier may cost less'],
] as const) {
  test(`says-how-far-a-meter-is ${used} of ${limit}`, () =>
    assert.deepEqual(standingOf(use(used, limit)), { tone, words }));
}

test('knows-its-meters-alone', () => {
  assert.equal(meterOf('compliance_checks'), 'compliance_checks');
  assert.equal(meterOf('constructor'), 'governance_evaluations');
});

test('writes-the-history-as-csv', () => {
  const month = { start: '2026-10-01T00:00:00.000Z', end: '2026-11-01T00:00:00.000Z' };
  const usage = Object.fromEntries(METER_NAMES.map((name) => [name, use(3, null)])) as UsageSummary['usage'];
  const item: UsageSummary = {
    tier: 'team',
    billing_period: month,
    usage,
    total_overage_cost_usd: 0,
    api_credit_remaining_usd: 10,
  };
  const lines = historyCsv([item]).split('\r\n');
  assert.equal(lines[0], 'month,tier,meter,used,limit,overage,overage_cost_usd');
  assert.equal(lines[1], '2026-10,team,governance_evaluations,3,,0,0');
  assert.equal(monthNamed(item), 'October 2026');
});
