/** Usage thresholds: each has one event per meter and month, on any node and however it was reached. */
import assert from 'node:assert/strict';
import { monthOf, startOfMonth } from '@assize/service/foundation/month.ts';
import { setTier } from '@assize/service/tenants/index.ts';
import { thresholdWatch } from '@assize/service/usage/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import { serviceWithClock } from './support/approvals/approvals.ts';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { openWithoutHttp } from './support/http/in-process.ts';

const TEAM = { ASSIZE_INIT_TIER: 'team' };

testOnEachDatabase('reports-each-threshold-once-also-after-a-jump-over-several', async (location, t) => {
  const { service } = await openWithoutHttp(t, location, TEAM);
  const { service: other } = await openWithoutHttp(t, location, TEAM);
  await count(service, { evaluations: 7999 });
  await lookFrom(service, other);
  assert.deepEqual(await thresholdEvents(service), []);
  await count(service, { evaluations: 8000 });
  await lookFrom(service, other);
  assert.deepEqual(await thresholdEvents(service), ['governance_evaluations 80']);
  await count(service, { evaluations: 15_000, emissions: 75_000 });
  await lookFrom(service, other, service);
  assert.deepEqual(await thresholdEvents(service), [
    'evidence_emissions 100',
    'evidence_emissions 150',
    'evidence_emissions 80',
    'governance_evaluations 100',
    'governance_evaluations 150',
    'governance_evaluations 80',
  ]);
  const [notice] = await service.db
    .selectFrom('notices')
    .select('data')
    .where('kind', '=', 'usage_150')
    .where('subject', 'like', '%/governance_evaluations')
    .execute();
  const { used, limit, tier } = JSON.parse(notice?.data ?? '{}');
  assert.deepEqual({ used, limit, tier }, { used: 15_000, limit: 10_000, tier: 'team' });
});

testOnOneDatabase('goes-by-the-current-tier-and-notifies-no-tenant-without-a-limit', async (location, t) => {
  const { service } = await openWithoutHttp(t, location, TEAM);
  await setTier(service, 'default', 'enterprise');
  await count(service, { evaluations: 1_000_000 });
  await lookFrom(service);
  assert.deepEqual(await thresholdEvents(service), []);
  await service.db
    .insertInto('usage_calls')
    .values({ ...(await place(service)), meter: 'core_api_calls', used: 900 })
    .execute();
  await lookFrom(service);
  assert.deepEqual(await thresholdEvents(service), []);
});

testOnOneDatabase('starts-again-with-the-month', async (location, t) => {
  const { service, move } = await serviceWithClock(t, location);
  await service.db.updateTable('tenants').set({ tier: 'free' }).execute();
  await service.db.updateTable('tenant_tiers').set({ tier: 'free' }).execute();
  await count(service, { evaluations: 1000 });
  await lookFrom(service);
  const first = ['governance_evaluations 100', 'governance_evaluations 80'];
  assert.deepEqual(await thresholdEvents(service), first);
  move(startOfMonth(monthOf(service.clock.now()) + 1) - service.clock.now());
  await count(service, { evaluations: 800 });
  await lookFrom(service);
  move(-40 * 86_400_000);
  await lookFrom(service);
  assert.deepEqual(await thresholdEvents(service), [...first, 'governance_evaluations 80'].sort());
});

/** Each looks twice, all at once. */
async function lookFrom(...services: Service[]): Promise<void> {
  const { signal } = new AbortController();
  await Promise.all(
    services.map(async (service) => {
      const look = thresholdWatch(service);
      await look(signal);
      await look(signal);
    }),
  );
}

/** Returns the thresholds in the events; each event has its notice. */
async function thresholdEvents({ db }: Service): Promise<string[]> {
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

async function place({ db, clock }: Service): Promise<{ chain: number; month: number }> {
  const { chain } = await db
    .selectFrom('chains')
    .select('chain')
    .where('environment', '=', 'production')
    .executeTakeFirstOrThrow();
  return { chain, month: monthOf(clock.now()) };
}

async function count(service: Service, counts: { evaluations?: number; emissions?: number }): Promise<void> {
  const key = await place(service);
  const none = { evaluations: 0, emissions: 0, compliance_checks: 0, payload_bytes: 0, removed_bytes: 0 };
  await service.db
    .insertInto('usage_counters')
    .values({ ...key, ...none, ...counts })
    .onConflict((conflict) => conflict.columns(['chain', 'month']).doUpdateSet({ ...none, ...counts }))
    .execute();
}
