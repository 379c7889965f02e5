/** The running month is answered from memory, and no longer than it may be. */
import assert from 'node:assert/strict';
import { testAsTenantOnEachDatabase } from '../../../tests/support/people/tenants.ts';
import { monthOf, startOfMonth } from '../../foundation/month.ts';
import { runningStatements } from './running.ts';

testAsTenantOnEachDatabase(
  'is-at-most-a-second-old-and-begins-a-month-with-nothing',
  async ({ service: { db, authenticator }, key, sandboxKey, chain }) => {
    const month = monthOf(Date.UTC(2031, 4));
    let nowMs = startOfMonth(month + 1) - 1;
    let passedMs = 0;
    const statements = runningStatements(db, { now: () => nowMs, monotonic: () => passedMs });
    const production = await authenticator.authenticate(key);
    const used = async (whose = production) =>
      (await statements.of(whose)).charges.governance_evaluations.used;
    const count = (evaluations: number) =>
      db
        .insertInto('usage_counters')
        .values({
          chain,
          month,
          evaluations,
          emissions: 0,
          compliance_checks: 0,
          payload_bytes: 0,
          removed_bytes: 0,
        })
        .onConflict((conflict) => conflict.columns(['chain', 'month']).doUpdateSet({ evaluations }))
        .execute();
    await count(3);
    assert.equal(await used(), 3);
    await count(5);
    assert.equal(await used(), 3, 'from memory');
    assert.equal(await used(await authenticator.authenticate(sandboxKey)), 0);
    passedMs = 1000;
    assert.equal(await used(), 5, 'after a second');
    nowMs += 1;
    assert.equal(await used(), 0, 'in the next month');
  },
);
