/** Thresholds of usage: each is told once for a meter and a month, whoever looks and however it was reached. */
import assert from 'node:assert/strict';
import { setTier } from '@assize/service/tenants/index.ts';
import { monthOf, startOf, thresholdTeller } from '@assize/service/usage/index.ts';
import type { House } from '@assize/service/wiring.ts';
import { houseWithClock } from './support/approvals.ts';
import { testOnEachDatabase } from './support/databases.ts';
import { openTestHouse } from './support/house.ts';

const TEAM = { ASSIZE_INIT_TIER: 'team' };

testOnEachDatabase('tells-each-threshold-once-also-of-a-jump-over-several', async (location, t) => {
  const { house } = await openTestHouse(t, location, TEAM);
  const { house: other } = await openTestHouse(t, location, TEAM);
  await count(house, { evaluations: 7999 });
  await lookFrom(house, other);
  assert.deepEqual(await told(house), []);
  await count(house, { evaluations: 8000 });
  await lookFrom(house, other);
  assert.deepEqual(await told(house), ['governance_evaluations 80']);
  await count(house, { evaluations: 15_000, emissions: 75_000 });
  await lookFrom(house, other, house);
  assert.deepEqual(await told(house), [
    'evidence_emissions 100',
    'evidence_emissions 150',
    'evidence_emissions 80',
    'governance_evaluations 100',
    'governance_evaluations 150',
    'governance_evaluations 80',
  ]);
  const [notice] = await house.db
    .selectFrom('notices')
    .select('data')
    .where('kind', '=', 'usage_150')
    .where('subject', 'like', '%/governance_evaluations')
    .execute();
  const { used, limit, tier } = JSON.parse(notice?.data ?? '{}');
  assert.deepEqual([used, limit, tier], [15_000, 10_000, 'team']);
});

testOnEachDatabase('goes-by-the-tier-that-holds-and-tells-nobody-who-has-no-limit', async (location, t) => {
  const { house } = await openTestHouse(t, location, TEAM);
  await setTier(house, 'default', 'enterprise');
  await count(house, { evaluations: 1_000_000 });
  await lookFrom(house);
  assert.deepEqual(await told(house), []);
  await house.db
    .insertInto('usage_calls')
    .values({ ...(await place(house)), meter: 'core_api_calls', used: 900 })
    .execute();
  await lookFrom(house);
  assert.deepEqual(await told(house), []);
});

testOnEachDatabase('begins-anew-with-the-month', async (location, t) => {
  const { house, move } = await houseWithClock(t, location);
  await house.db.updateTable('tenants').set({ tier: 'free' }).execute();
  await house.db.updateTable('tenant_tiers').set({ tier: 'free' }).execute();
  await count(house, { evaluations: 1000 });
  await lookFrom(house);
  const first = ['governance_evaluations 100', 'governance_evaluations 80'];
  assert.deepEqual(await told(house), first);
  move(startOf(monthOf(house.clock.now()) + 1) - house.clock.now());
  await count(house, { evaluations: 800 });
  await lookFrom(house);
  move(-40 * 86_400_000);
  await lookFrom(house);
  assert.deepEqual(await told(house), [...first, 'governance_evaluations 80'].sort());
});

/** Each looks twice, all at once. */
async function lookFrom(...houses: House[]): Promise<void> {
  const { signal } = new AbortController();
  await Promise.all(
    houses.map(async (house) => {
      const look = thresholdTeller(house);
      await look(signal);
      await look(signal);
    }),
  );
}

/** What the events say; each has its notice. */
async function told({ db }: House): Promise<string[]> {
  const rows = await db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'usage.threshold_reached')
    .execute();
  const notices = await db.selectFrom('notices').select('kind').where('kind', 'like', 'usage%').execute();
  assert.equal(notices.length, rows.length);
  return rows
    .map(({ data }) => JSON.parse(data) as { meter: string; threshold: number })
    .map(({ meter, threshold }) => `${meter} ${threshold}`)
    .sort();
}

async function place({ db, clock }: House): Promise<{ chain: number; month: number }> {
  const { chain } = await db
    .selectFrom('chains')
    .select('chain')
    .where('environment', '=', 'production')
    .executeTakeFirstOrThrow();
  return { chain, month: monthOf(clock.now()) };
}

async function count(house: House, counts: { evaluations?: number; emissions?: number }): Promise<void> {
  const key = await place(house);
  const none = { evaluations: 0, emissions: 0, compliance_checks: 0, payload_bytes: 0, removed_bytes: 0 };
  await house.db
    .insertInto('usage_counters')
    .values({ ...key, ...none, ...counts })
    .onConflict((conflict) => conflict.columns(['chain', 'month']).doUpdateSet({ ...none, ...counts }))
    .execute();
}
