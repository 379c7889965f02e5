/** Reservations in one batch are decided in its order and written once, independently of its other entries. */
import assert from 'node:assert/strict';
import { testOnEachDatabase } from '../../../tests/support/databases/databases.ts';
import { newBudget } from '../../../tests/support/governance/budgets.ts';
import { chainOfKey } from '../../../tests/support/governance/governance.ts';
import { startTestService } from '../../../tests/support/http/in-process.ts';
import { type BoundStatement, bound } from '../../database/evidence/append-store.ts';
import type { DatabaseLocation } from '../../database/location.ts';
import type { Service } from '../../wiring.ts';
import type { Append } from '../artifact.ts';

const MICRO = 1_000_000;
const MONTH = Date.UTC(2026, 0);
const AT = MONTH + 1;

const FAULTY: BoundStatement = { sql: 'INSERT INTO nowhere VALUES (1)', parameters: [], expectedRows: 1 };
const TOUCHES_NOTHING: BoundStatement = {
  sql: `UPDATE chains SET size = size WHERE chain = -1`,
  parameters: [],
  expectedRows: 1,
};

/** A budget of 100 USD, and entries that reserve parts of it in one batch. */
async function withBudget(t: Parameters<typeof startTestService>[0], location: DatabaseLocation) {
  const { app, service } = await startTestService(t, location);
  const { budget_id: budgetId } = await newBudget(app, { limit_usd: 100 });
  const chain = await chainOfKey(service);
  const entry = (usd: number, statements?: BoundStatement[]): Append => ({
    chain,
    artifact: {
      id: service.ids.ordered('ev', AT),
      artifact_type: 'governance_eval',
      action: 'pay',
      verdict: 'proceed',
      actor: 'agent-7',
      created_at: AT,
      payload: '{}',
    },
    ...(usd === 0
      ? {}
      : {
          reserve: {
            periods: [{ budgetId, periodStart: MONTH }],
            microUsd: usd * MICRO,
            needMicroUsd: usd * MICRO,
            lapsesAt: AT + 1,
          },
        }),
    ...(statements === undefined ? {} : { statements }),
  });
  const limit = (usd: number) =>
    bound(
      service.db
        .updateTable('budgets')
        .set({ limit_micro_usd: usd * MICRO })
        .where('budget_id', '=', budgetId),
      1,
    );
  return { service, entry, limit };
}

/** Entries sent at once form one batch. */
async function answersOf({ appender }: Service, batch: readonly Append[]): Promise<string[]> {
  const results = await Promise.allSettled(batch.map((entry) => appender.append(entry)));
  return results.map((result) => (result.status === 'fulfilled' ? result.value.kind : 'failed'));
}

async function writtenIn({ db }: Service) {
  const reservations = await db.selectFrom('budget_reservations').select('micro_usd').execute();
  const periods = await db.selectFrom('budget_periods').select('reserved_micro_usd').execute();
  return {
    each: reservations.map((row) => row.micro_usd / MICRO).sort((one, other) => one - other),
    sums: periods.map((row) => row.reserved_micro_usd / MICRO),
  };
}

testOnEachDatabase('takes-off-what-came-before-it-in-the-batch', async (location, t) => {
  const { service, entry } = await withBudget(t, location);
  const batch = [entry(60), entry(50), entry(30), entry(11), entry(10)];
  assert.deepEqual(await answersOf(service, batch), [
    'appended',
    'overtaken',
    'appended',
    'overtaken',
    'appended',
  ]);
  assert.deepEqual(await writtenIn(service), { each: [10, 30, 60], sums: [100] });
  assert.deepEqual(await answersOf(service, [entry(1)]), ['overtaken']);
});

testOnEachDatabase('takes-nothing-for-what-is-not-appended', async (location, t) => {
  const { service, entry } = await withBudget(t, location);
  const batch = [entry(60, [TOUCHES_NOTHING]), entry(70), entry(31), entry(30)];
  assert.deepEqual(await answersOf(service, batch), ['overtaken', 'appended', 'overtaken', 'appended']);
  assert.deepEqual(await writtenIn(service), { each: [30, 70], sums: [100] });
});

testOnEachDatabase('goes-by-what-a-statement-of-the-batch-has-changed', async (location, t) => {
  const { service, entry, limit } = await withBudget(t, location);
  const batch = [entry(60), entry(0, [limit(150)]), entry(90), entry(1), entry(0, [limit(151)]), entry(1)];
  assert.deepEqual(await answersOf(service, batch), [
    ...['appended', 'appended', 'appended', 'overtaken'],
    ...['appended', 'appended'],
  ]);
  assert.deepEqual(await writtenIn(service), { each: [1, 60, 90], sums: [151] });
});

testOnEachDatabase('reserves-for-each-where-one-of-the-batch-is-at-fault', async (location, t) => {
  const { service, entry } = await withBudget(t, location);
  const batch = [entry(60), entry(30, [FAULTY]), entry(40), entry(1)];
  assert.deepEqual(await answersOf(service, batch), ['appended', 'failed', 'appended', 'overtaken']);
  assert.deepEqual(await writtenIn(service), { each: [40, 60], sums: [100] });
});

testOnEachDatabase('reserves-nothing-of-what-is-deleted-or-unknown', async (location, t) => {
  const { service, entry } = await withBudget(t, location);
  await service.db.updateTable('budgets').set({ deleted_at: 1 }).execute();
  assert.deepEqual(await answersOf(service, [entry(1), entry(0)]), ['overtaken', 'appended']);
  assert.deepEqual(await writtenIn(service), { each: [], sums: [] });
});
