/**
 * Reports a tenant's usage for each day that is over: one event with the lines of the export per production
 * chain and day, regardless of the number of nodes. Days without usage cause no event. After a longer
 * downtime only the last week is reported.
 */
import { type LeaseDeps, leasedChore } from '../../database/nodes/leased-chore.ts';
import type { Database } from '../../database/open.ts';
import { eventOf, writeEvent } from '../../events/index.ts';
import type { Chore } from '../../foundation/chores.ts';
import { DAY_MS, dayOf } from '../../foundation/clock.ts';
import { cloudEventOf } from './cloud-event.ts';
import { lastDayOver, linesOfDays } from './lines.ts';

const EVERY_MS = 60_000;
const LEASE_MS = 120_000;
const CHAINS_AT_ONCE = 16;
const MAX_DAYS_BACK = 7;

interface UnreportedChain {
  chain: number;
  tenantId: string;
  createdAt: number;
  /** The last day that was reported; null if none was. */
  lastDay: number | null;
}

export function reportChore(deps: LeaseDeps): Chore {
  const { db, clock } = deps;
  let done: number | undefined;
  return leasedChore(deps, {
    name: 'report the usage of the day',
    everyMs: EVERY_MS,
    lease: 'report usage',
    leaseMs: LEASE_MS,
    async work(mayContinue, stopping) {
      const last = lastDayOver(clock.now());
      while (done !== last && (await mayContinue())) {
        const chains = await unreportedChains(db, last);
        for (const chain of chains) if (!stopping.aborted) await reportDays(deps, chain, last);
        if (chains.length === 0) done = last;
      }
    },
  });
}

/** Reports up to the last day that is over; does nothing if another node was first. */
async function reportDays(deps: LeaseDeps, unreported: UnreportedChain, last: number): Promise<void> {
  const { chain, tenantId, createdAt, lastDay } = unreported;
  const first = Math.max((lastDay ?? 0) + 1, dayOf(createdAt), last + 1 - MAX_DAYS_BACK);
  const lines = await linesOfDays(deps, tenantId, { from: first, to: last + 1 });
  await deps.db.transaction().execute(async (tx) => {
    if (!(await mark(tx, unreported, last))) return;
    for (let day = first; day <= last; day += 1) {
      const ends = (day + 1) * DAY_MS;
      const usage = lines.filter(({ to }) => to === ends).map((line) => cloudEventOf(line, tenantId));
      if (usage.length === 0) continue;
      const data = { period: new Date(day * DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length), usage };
      const at = deps.clock.now();
      await writeEvent(tx, eventOf(deps.ids, { chain, type: 'usage.reported', data, at }));
    }
  });
}

/** @returns false if another node has reported a day since it was looked up. */
async function mark(tx: Database, { chain, lastDay }: UnreportedChain, day: number): Promise<boolean> {
  const marked =
    lastDay === null
      ? tx
          .insertInto('usage_reports')
          .values({ chain, day })
          .onConflict((conflict) => conflict.doNothing())
          .returning('day')
      : tx
          .updateTable('usage_reports')
          .set({ day })
          .where('chain', '=', chain)
          .where('day', '=', lastDay)
          .returning('day');
  return (await marked.executeTakeFirst()) !== undefined;
}

/** Production chains that existed on that day and have no report for it. */
async function unreportedChains(db: Database, day: number): Promise<UnreportedChain[]> {
  const rows = await db
    .selectFrom('chains')
    .innerJoin('tenants', 'tenants.tenant_id', 'chains.tenant_id')
    .leftJoin('usage_reports', 'usage_reports.chain', 'chains.chain')
    .select(['chains.chain', 'chains.tenant_id', 'created_at', 'usage_reports.day'])
    .where('environment', '=', 'production')
    .where('created_at', '<', (day + 1) * DAY_MS)
    .where(({ or, eb }) => or([eb('usage_reports.day', 'is', null), eb('usage_reports.day', '<', day)]))
    .orderBy('chains.chain')
    .limit(CHAINS_AT_ONCE)
    .execute();
  return rows.map((row) => ({
    chain: row.chain,
    tenantId: row.tenant_id,
    createdAt: row.created_at,
    lastDay: row.day,
  }));
}
