/** The invoice of a closed month; it never changes. */
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import { monthName, monthOf, readMonth } from '../../foundation/month.ts';
import type { Statement } from '../account/billing.ts';
import { closeMonths, closesAt } from '../account/close.ts';

export interface Invoice {
  /** Unique among all months and tenants. */
  number: string;
  tenant: { id: string; name: string };
  /** ms since the epoch. */
  closedAt: number;
  statement: Statement;
}

/**
 * @param name of the month, such as `2026-10`.
 * @throws {Failure} `invalid` if it is not a month; `not_found` if it is not over, or precedes the tenant.
 */
export async function invoiceOf(
  { db, clock }: { db: Database; clock: Clock },
  tenantId: string,
  name: string,
): Promise<Invoice> {
  const month = readMonth(name);
  if (month === undefined) {
    const message = 'A month is written as 2026-10';
    throw Failure.invalid([{ field: ['month'], message, type: 'string_pattern_mismatch' }]);
  }
  await closeMonths(db, tenantId, clock.now());
  const row = await db
    .selectFrom('tenants')
    .leftJoin('invoices', (join) =>
      join.onRef('invoices.tenant_id', '=', 'tenants.tenant_id').on('invoices.month', '=', month),
    )
    .select(['tenants.name', 'created_at', 'closed_at', 'body'])
    .where('tenants.tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  if (row.body === null || row.closed_at === null) throw notThere(month, monthOf(row.created_at));
  return {
    number: `${monthName(month)}-${tenantId.replace(/^ten_/, '')}`,
    tenant: { id: tenantId, name: row.name },
    closedAt: row.closed_at,
    statement: JSON.parse(row.body) as Statement,
  };
}

function notThere(month: number, created: number): Failure {
  const name = monthName(month);
  const why =
    month < created
      ? `This account began in ${monthName(created)}: there is no invoice for ${name}.`
      : `${name} is not closed: its invoice is available from ${new Date(closesAt(month)).toISOString()} on.`;
  return new Failure('not_found', why);
}
