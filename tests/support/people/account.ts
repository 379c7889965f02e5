/** Reads a tenant's account in a month that does not end while tests run. */
import type { TestContext } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { monthOf, startOfMonth } from '@assize/service/foundation/month.ts';
import { chainOf } from '@assize/service/tenants/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import type { FastifyInstance } from 'fastify';
import { type MovedService, serviceWithClock } from '../approvals/approvals.ts';
import { type Answer, ask, type Call, PRODUCTION_KEY } from '../http/in-process.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** The usage of a Team tenant in its month; the test's own requests are added to it. */
const USED = {
  evaluations: 11_849,
  emissions: 50_230,
  compliance_checks: 310,
  payload_bytes: 12_345_678_901,
  removed_bytes: 345_678_901,
};
const CALLS = { core_api_calls: 1042, trust_score_queries: 20_500 };

export interface InMonth extends MovedService {
  /** The current month. */
  month: number;
  moveTo(ms: number): void;
}

/** Its first tenant is on the free tier. No month ends while the tests run, whenever that is. */
export async function serviceInMonth(t: TestContext, location: DatabaseLocation): Promise<InMonth> {
  const moved = await serviceWithClock(t, location, {}, { ASSIZE_INIT_TIER: 'free' });
  const month = monthOf(moved.service.clock.now()) + 1;
  const moveTo = (ms: number) => moved.move(ms - moved.service.clock.now());
  moveTo(startOfMonth(month) + 14 * DAY_MS);
  return { ...moved, month, moveTo };
}

export function usage(app: FastifyInstance, path: string, call: Call = {}): Promise<Answer> {
  return ask(app, 'a', `/api/v1/usage/${path}`, call);
}

export function page(app: FastifyInstance, path: string) {
  return app.inject({ url: `/api/v1/usage/${path}`, headers: { 'x-api-key': PRODUCTION_KEY } });
}

/** Writes counters as if this had been counted; other tests check that counters match the evidence. */
export async function use(service: Service, month: number): Promise<void> {
  const chain = await productionChain(service);
  await service.db
    .insertInto('usage_counters')
    .values({ chain, month, ...USED })
    .execute();
  for (const [meter, used] of Object.entries(CALLS)) {
    const row = { chain, month, meter: meter as keyof typeof CALLS, used };
    await service.db.insertInto('usage_calls').values(row).execute();
  }
}

export async function heldBytes(service: Service): Promise<number> {
  const rows = await service.db
    .selectFrom('usage_counters')
    .select(['payload_bytes', 'removed_bytes'])
    .where('chain', '=', await productionChain(service))
    .execute();
  return rows.reduce((sum, { payload_bytes, removed_bytes }) => sum + payload_bytes - removed_bytes, 0);
}

async function productionChain({ db }: Service): Promise<number> {
  const { tenant_id } = await db
    .selectFrom('tenants')
    .select('tenant_id')
    .where('name', '=', 'default')
    .executeTakeFirstOrThrow();
  return chainOf(db, tenant_id, 'production');
}

export function periodOf(month: number) {
  return {
    start: new Date(startOfMonth(month)).toISOString(),
    end: new Date(startOfMonth(month + 1)).toISOString(),
  };
}

export function withoutRates(usage: Record<string, Record<string, number>>) {
  return Object.fromEntries(
    Object.entries(usage).map(([meter, { rate_usd: _rate, ...figures }]) => [meter, figures]),
  );
}
