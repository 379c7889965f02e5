/**
 * Closes months that have ended: the invoice is written once, with the tier and the prices of that time, and
 * never changes. Closing waits until all usage in progress at the end of the month is counted.
 */
import type { Database } from '../../database/open.ts';
import type { Chore } from '../../foundation/chores.ts';
import type { Clock } from '../../foundation/clock.ts';
import { monthOf, startOfMonth } from '../../foundation/month.ts';
import { readAccount } from './account.ts';

/**
 * The wait after the end of a month or a day: longer than any request, and than the difference between nodes'
 * clocks.
 */
export const SETTLING_MS = 3_600_000;
const EVERY_MS = 60_000;
const TENANTS_AT_ONCE = 64;

/** When a month's invoice becomes available, ms since the epoch. */
export function closesAt(month: number): number {
  return startOfMonth(month + 1) + SETTLING_MS;
}

/** The last month that can be closed. */
function lastOver(nowMs: number): number {
  return monthOf(nowMs - SETTLING_MS) - 1;
}

/** Closes all past months of the tenant; a second call changes nothing. */
export async function closeMonths(db: Database, tenantId: string, nowMs: number): Promise<void> {
  const closed = await db
    .selectFrom('invoices')
    .select('month')
    .where('tenant_id', '=', tenantId)
    .where('month', '=', lastOver(nowMs))
    .executeTakeFirst();
  if (closed === undefined) await db.transaction().execute((tx) => closeWithin(tx, tenantId, nowMs));
}

/**
 * The same within a transaction, and locks the tenant until it ends: no other node closes it or changes its
 * prices.
 */
export async function closeWithin(tx: Database, tenantId: string, nowMs: number): Promise<void> {
  await tx
    .updateTable('tenants')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('tenant_id', '=', tenantId)
    .execute();
  const { open } = await readAccount(tx, tenantId, nowMs);
  const over = open.filter(({ month }) => month <= lastOver(nowMs));
  if (over.length === 0) return;
  const rows = over.map((statement) => ({
    tenant_id: tenantId,
    month: statement.month,
    closed_at: nowMs,
    body: JSON.stringify(statement),
  }));
  await tx.insertInto('invoices').values(rows).execute();
}

/** Runs on every node; the second one finds nothing left to close. */
export function closingChore({ db, clock }: { db: Database; clock: Clock }): Chore {
  let done: number | undefined;
  return {
    name: 'close months that have ended',
    everyMs: EVERY_MS,
    async run(stopping) {
      const nowMs = clock.now();
      const month = lastOver(nowMs);
      if (done === month) return;
      for (;;) {
        const tenants = await unclosed(db, month);
        for (const tenantId of tenants) {
          if (stopping.aborted) return;
          await closeMonths(db, tenantId, nowMs);
        }
        if (tenants.length < TENANTS_AT_ONCE) break;
      }
      done = month;
    },
  };
}

/** Tenants that existed in that month and have no invoice for it. */
async function unclosed(db: Database, month: number): Promise<string[]> {
  const rows = await db
    .selectFrom('tenants')
    .leftJoin('invoices', (join) =>
      join.onRef('invoices.tenant_id', '=', 'tenants.tenant_id').on('invoices.month', '=', month),
    )
    .select('tenants.tenant_id')
    .where('invoices.month', 'is', null)
    .where('created_at', '<', startOfMonth(month + 1))
    .limit(TENANTS_AT_ONCE)
    .execute();
  return rows.map(({ tenant_id }) => tenant_id);
}
