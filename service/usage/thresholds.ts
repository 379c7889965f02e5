/**
 * Reports once for each meter and month that 80, 100 and 150 % of its allowance are used: an event and a
 * notice in one transaction, by a key that only one node can write. It reads the counters, so usage while no
 * node ran is noticed later, and a jump over several thresholds causes an event for each.
 */
import type { Database } from '../database/open.ts';
import { eventOf, type NoticeKind, writeEvent, writeNotice } from '../events/index.ts';
import type { Chore } from '../foundation/chores.ts';
import type { Clock } from '../foundation/clock.ts';
import type { IdSource } from '../foundation/ids.ts';
import { METERS } from '../foundation/meters.ts';
import { monthName, monthOf } from '../foundation/month.ts';
import { allowancesOf } from './terms/tiers.ts';
import { usedIn } from './used.ts';

/** A percentage of an allowance, and its notice. */
export const THRESHOLDS = [
  [80, 'usage_80'],
  [100, 'usage_100'],
  [150, 'usage_150'],
] as const satisfies [number, NoticeKind][];

const EVERY_MS = 2000;

export interface ThresholdDeps {
  db: Database;
  clock: Clock;
  ids: IdSource;
}

interface Metered {
  chain: number;
  tenantId: string;
  /** Changes with every use. */
  state: string;
}

/** Every node looks, and writes only if something was reached: a lease would mean a write each time. */
export function thresholdChore(deps: ThresholdDeps): Chore {
  return {
    name: 'write which thresholds of an allowance were reached',
    everyMs: EVERY_MS,
    run: thresholdWatch(deps),
  };
}

/** Reports the thresholds that were reached since the last look; several nodes may look at once. */
export function thresholdWatch(deps: ThresholdDeps): Chore['run'] {
  let seen = new Map<number, string>();
  /** Thresholds that this node knows to be reported, so that it does not try again. */
  let written = new Set<string>();
  let seenMonth = 0;
  return async (stopping) => {
    const nowMs = deps.clock.now();
    const month = monthOf(nowMs);
    if (month !== seenMonth) {
      seen = new Map();
      written = new Set();
      seenMonth = month;
    }
    for (const account of await usedThisMonth(deps.db, month)) {
      if (stopping.aborted) return;
      if (seen.get(account.chain) === account.state) continue;
      await writeReached(deps, account, month, nowMs, written);
      seen.set(account.chain, account.state);
    }
  };
}

async function usedThisMonth(db: Database, month: number): Promise<Metered[]> {
  const used = new Map<number, Metered>();
  const note = (chain: number, tenantId: string, state: string) => {
    used.set(chain, { chain, tenantId, state: `${used.get(chain)?.state ?? ''}/${state}` });
  };
  const counters = await db
    .selectFrom('usage_counters as counter')
    .innerJoin('chains', 'chains.chain', 'counter.chain')
    .innerJoin('tenants', 'tenants.tenant_id', 'chains.tenant_id')
    .selectAll('counter')
    .select(['chains.tenant_id', 'tenants.tier'])
    .where('counter.month', '=', month)
    .where('chains.environment', '=', 'production')
    .execute();
  for (const { chain, tenant_id, tier, ...counts } of counters) {
    note(chain, tenant_id, [tier, ...Object.values(counts)].join());
  }
  const calls = await db
    .selectFrom('usage_calls as counter')
    .innerJoin('chains', 'chains.chain', 'counter.chain')
    .selectAll('counter')
    .select('chains.tenant_id')
    .where('counter.month', '=', month)
    .where('chains.environment', '=', 'production')
    .orderBy('counter.meter')
    .execute();
  for (const row of calls) note(row.chain, row.tenant_id, String(row.used));
  return [...used.values()];
}

async function writeReached(
  deps: ThresholdDeps,
  { chain, tenantId }: Metered,
  month: number,
  nowMs: number,
  written: Set<string>,
): Promise<void> {
  const { tier, stops, allowances } = await allowancesOf(deps.db, tenantId, month);
  const used = await usedIn(deps.db, chain, month);
  const period = monthName(month);
  for (const meter of METERS) {
    for (const [threshold, kind] of reached(used[meter], allowances[meter])) {
      const key = `${chain}/${meter}/${threshold}`;
      if (written.has(key)) continue;
      const data = { meter, threshold, used: used[meter], limit: allowances[meter], period, tier };
      await deps.db.transaction().execute(async (tx) => {
        const notice = { tenantId, chain, kind, subject: `${period}/${meter}`, at: nowMs };
        if (!(await writeNotice(tx, { ...notice, data: { ...data, stops } }))) return;
        const event = { chain, type: 'usage.threshold_reached', data, at: nowMs } as const;
        await writeEvent(tx, eventOf(deps.ids, event));
      });
      written.add(key);
    }
  }
}

function reached(used: number, limit: number | null): readonly (typeof THRESHOLDS)[number][] {
  if (limit === null) return [];
  return THRESHOLDS.filter(([percent]) => used > 0 && used * 100 >= limit * percent);
}
