/** Records other allowances and prices for an Enterprise tenant, from the current month on. */
import type { Database } from '../../database/open.ts';
import type { Clock } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import { monthName } from '../../foundation/month.ts';
import { findTenant } from '../../tenants/index.ts';
import { type Agreed, readAgreed, requireAgreement } from '../terms/agreed.ts';
import { readAccount } from './account.ts';
import { closesAt, closeWithin } from './close.ts';

/**
 * Replaces the agreed terms; null removes them. They hold for the whole current month, and while the tenant is on the
 * enterprise tier.
 * @param text JSON, as the operator wrote it.
 * @throws {Failure} `invalid` with every fault, `not_found`; `conflict` where the tenant is on another tier and plan, or
 * the month before is not closed yet.
 */
export async function agree(
  { db, clock }: { db: Database; clock: Clock },
  name: string,
  text: string | null,
): Promise<Agreed> {
  const agreed = text === null ? null : requireAgreement(text);
  const { tenantId, tier, plan } = await findTenant(db, name);
  if (agreed !== null && tier !== 'enterprise' && plan !== 'enterprise') {
    const advice = `Put ${name} on the enterprise tier or plan first: the others are as published.`;
    throw new Failure('conflict', advice, { conflict: 'agreement_needs_enterprise' });
  }
  await db.transaction().execute(async (tx) => {
    // Past months are billed by the former terms.
    const nowMs = clock.now();
    await closeWithin(tx, tenantId, nowMs);
    const { open } = await readAccount(tx, tenantId, nowMs);
    const [oldest] = open;
    if (oldest !== undefined && open.length > 1) throw notClosed(oldest.month);
    await tx.updateTable('tenants').set({ agreed }).where('tenant_id', '=', tenantId).execute();
  });
  return readAgreed(agreed);
}

function notClosed(month: number): Failure {
  const when = new Date(closesAt(month)).toISOString();
  return new Failure(
    'conflict',
    `${monthName(month)} is closed at ${when}: agree on something else after that.`,
    { conflict: 'month_not_closed' },
  );
}
