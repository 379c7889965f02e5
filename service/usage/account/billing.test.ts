/** Billing from usage to the amount due: for any sequence of uses and tiers, and for months calculated by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BYTES_PER_GB, eachMeter, METERS } from '../../foundation/meters.ts';
import { usdOf } from '../../foundation/money.ts';
import { TIERS, tierDuring } from '../../tenants/index.ts';
import { readAgreed } from '../terms/agreed.ts';
import { CREDIT_MICRO_USD } from '../terms/prices.ts';
import { termsFor } from '../terms/tiers.ts';
import type { Used } from '../used.ts';
import { type MonthOfUse, type Statement, statementsOf } from './billing.ts';
import { costMicroUsd, usdText } from './money.ts';

const NOTHING_AGREED = readAgreed(null);
const AGREED = readAgreed(
  JSON.stringify({
    allowances: { governance_evaluations: 1_000_000, evidence_storage_gb: 0.5 },
    rates_micro_usd: { governance_evaluations: 1234, evidence_storage_gb: 99_999 },
    base_usd: 1999.99,
  }),
);

/** The recorded uses, each of a meter in a month; storage can also shrink. */
const anyUse = fc.record({
  month: fc.integer({ min: 0, max: 5 }),
  meter: fc.constantFrom(...METERS),
  units: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 3_000_000 })),
});
const anyChanges = fc
  .array(fc.record({ setAt: fc.integer({ min: 0, max: 599 }), tier: fc.constantFrom(...TIERS) }), {
    minLength: 1,
  })
  .map((changes) => changes.sort((one, other) => one.setAt - other.setAt));
const anyCredit = fc.oneof(fc.constant(CREDIT_MICRO_USD), fc.integer({ min: 0, max: 40_000_000 }));
const anyAccount = fc.record({
  uses: fc.array(anyUse, { maxLength: 60 }),
  changes: anyChanges,
  users: fc.integer({ min: 0, max: 12 }),
  agreed: fc.constantFrom(NOTHING_AGREED, AGREED),
});
type AnyAccount = typeof anyAccount extends fc.Arbitrary<infer Value> ? Value : never;

/** Six months of a hundred ms each. */
function monthsOf({ uses, changes, users, agreed }: AnyAccount): MonthOfUse[] {
  return Array.from({ length: 6 }, (_, month) => {
    const used = eachMeter((meter) =>
      uses
        .filter((use) => use.meter === meter && use.month === month)
        .reduce((sum, { units }) => sum + units * (meter === 'evidence_storage_gb' ? 1_234_567 : 1), 0),
    );
    const tier = tierDuring(changes, { from: month * 100, to: (month + 1) * 100 });
    assert.ok(tier !== undefined);
    return { month, used, terms: termsFor(tier, agreed), users };
  });
}

test('bills-exactly-what-was-used-for-any-use-and-settings', () => {
  fc.assert(
    fc.property(anyAccount, anyCredit, (account, credit) => {
      const months = monthsOf(account);
      const statements = statementsOf(months, credit);
      let left = credit;
      for (const [place, statement] of statements.entries()) {
        const month = months[place];
        assert.ok(month !== undefined);
        assertCharges(statement, month);
        assert.equal(statement.creditRemainingMicroUsd, left - statement.creditAppliedMicroUsd);
        left = statement.creditRemainingMicroUsd;
        assert.ok(left >= 0 && left <= credit);
        assert.ok(statement.creditAppliedMicroUsd >= 0);
        assert.ok(statement.creditAppliedMicroUsd <= statement.overageMicroUsd);
        // While credit remains, it pays all overage.
        if (left > 0) assert.equal(statement.creditAppliedMicroUsd, statement.overageMicroUsd);
        const { baseMicroUsd, overageMicroUsd, creditAppliedMicroUsd } = statement;
        assert.equal(statement.amountDueMicroUsd, baseMicroUsd + overageMicroUsd - creditAppliedMicroUsd);
        assert.ok(
          Object.values(statement).every((value) => typeof value !== 'number' || Number.isSafeInteger(value)),
        );
      }
      const applied = statements.reduce((sum, { creditAppliedMicroUsd }) => sum + creditAppliedMicroUsd, 0);
      assert.equal(applied, credit - left);
    }),
    { numRuns: 1000 },
  );
});

function assertCharges({ charges, overageMicroUsd }: Statement, { used, terms }: MonthOfUse): void {
  let sum = 0n;
  for (const meter of METERS) {
    const charge = charges[meter];
    assert.equal(charge.used, used[meter]);
    assert.equal(charge.overage, Math.max(0, used[meter] - (charge.allowance ?? Number.POSITIVE_INFINITY)));
    assert.equal(charge.rateMicroUsd, terms.ratesMicroUsd[meter]);
    const exact = BigInt(charge.overage) * BigInt(charge.rateMicroUsd);
    sum += BigInt(charge.costMicroUsd);
    if (meter !== 'evidence_storage_gb') assert.equal(BigInt(charge.costMicroUsd), exact, meter);
    else {
      const twiceOff = 2n * (BigInt(charge.costMicroUsd) * BigInt(BYTES_PER_GB) - exact);
      assert.ok(
        twiceOff > -BigInt(BYTES_PER_GB) && twiceOff <= BigInt(BYTES_PER_GB),
        'nearest, and half goes up',
      );
    }
  }
  assert.equal(BigInt(overageMicroUsd), sum);
}

test('closing-months-one-by-one-bills-as-all-at-once', () => {
  fc.assert(
    fc.property(anyAccount, fc.integer({ min: 0, max: 6 }), (account, closed) => {
      const months = monthsOf(account);
      const before = statementsOf(months.slice(0, closed));
      const left = before.at(-1)?.creditRemainingMicroUsd ?? CREDIT_MICRO_USD;
      assert.deepEqual([...before, ...statementsOf(months.slice(closed), left)], statementsOf(months));
    }),
  );
});

const NOTHING: Used = eachMeter(() => 0);

test('bills-a-team-that-went-over-in-three-months', () => {
  const team = termsFor('team', NOTHING_AGREED);
  const uses = [
    { governance_evaluations: 10_000, evidence_emissions: 50_000, evidence_storage_gb: 10 * BYTES_PER_GB },
    { governance_evaluations: 11_200, core_api_calls: 1001, evidence_storage_gb: 12_345_678_901 },
    { trust_score_queries: 30_001 },
  ];
  const months = uses.map((use, month) => ({
    month,
    used: { ...NOTHING, ...use },
    terms: team,
    users: month,
  }));
  const bills = statementsOf(months).map((statement) =>
    [
      statement.baseMicroUsd,
      statement.overageMicroUsd,
      statement.creditAppliedMicroUsd,
      statement.creditRemainingMicroUsd,
      statement.amountDueMicroUsd,
    ].map(usdText),
  );
  assert.deepEqual(bills, [
    ['49.00', '0.00', '0.00', '10.00', '49.00'],
    // 1,200 × 0.005 + 1 × 0.02 + 2.345678901 GB × 0.10 = 6 + 0.02 + 0.2345678901
    ['64.00', '6.254568', '6.254568', '3.745432', '64.00'],
    // 10,001 × 0.001
    ['79.00', '10.001', '3.745432', '0.00', '85.255568'],
  ]);
});

test('charges-free-nothing-and-enterprise-what-was-agreed', () => {
  const used = { ...NOTHING, governance_evaluations: 1_000_003, evidence_storage_gb: BYTES_PER_GB };
  const bill = (tier: 'free' | 'enterprise', agreed = NOTHING_AGREED) =>
    statementsOf([{ month: 0, used, terms: termsFor(tier, agreed), users: 3 }])[0];
  const free = bill('free');
  assert.deepEqual(
    { overage: free?.charges.governance_evaluations.overage, amountDueMicroUsd: free?.amountDueMicroUsd },
    { overage: 999_003, amountDueMicroUsd: 0 },
  );
  assert.equal(bill('enterprise')?.amountDueMicroUsd, 0);
  const agreed = bill('enterprise', AGREED);
  // 3 × 0.001234 + half a GB × 0.099999, rounded up
  assert.deepEqual(
    { overageMicroUsd: agreed?.overageMicroUsd, baseMicroUsd: agreed?.baseMicroUsd },
    { overageMicroUsd: 3 * 1234 + 50_000, baseMicroUsd: 1_999_990_000 },
  );
});

test('never-bills-for-less-than-nothing-held', () => {
  const used = { ...NOTHING, evidence_storage_gb: -5 };
  const [statement] = statementsOf([{ month: 0, used, terms: termsFor('team', NOTHING_AGREED), users: 0 }]);
  assert.equal(statement?.charges.evidence_storage_gb.used, 0);
});

test('rounds-in-one-place-and-never-past-what-is-exact', () => {
  assert.equal(costMicroUsd(5000, 100_000, BYTES_PER_GB), 1, 'half a micro-dollar');
  assert.equal(costMicroUsd(4999, 100_000, BYTES_PER_GB), 0);
  assert.equal(costMicroUsd(9_000_000_000_001, 999), 8_991_000_000_000_999);
  assert.throws(() => costMicroUsd(1e12, 100_000_000), RangeError);
  const texts = [0, 1, 5000, 500_000, 1_000_000, 1_234_567_890_000, -10_000_000, -1, -10_500_000].map(
    usdText,
  );
  const wanted = [
    '0.00',
    '0.000001',
    '0.005',
    '0.50',
    '1.00',
    '1,234,567.89',
    '-10.00',
    '-0.000001',
    '-10.50',
  ];
  assert.deepEqual(texts, wanted);
  assert.equal(JSON.stringify([6_254_568, 10_001_000, 1].map(usdOf)), '[6.254568,10.001,0.000001]');
});
