/**
 * Writes a notice for an action that waits for a person, in the transaction that passes its event on, so that
 * each causes exactly one. Actions in the sandbox cause none.
 */
import type { JsonObject } from '@assize/evidence-format';
import type { Database } from '../database/open.ts';
import type { EventConsumer } from '../events/index.ts';
import { writeNotices } from '../events/index.ts';

export const noticeConsumer: EventConsumer = async (tx, chain, events) => {
  const created = events.filter(
    ({ type, endpoint_id }) => type === 'approval.created' && endpoint_id === null,
  );
  if (created.length === 0) return;
  const tenantId = await tenantOfProduction(tx, chain);
  if (tenantId === null) return;
  const rows = await tx
    .selectFrom('events')
    .select(['data', 'created_at'])
    .where('chain', '=', chain)
    .where(
      'event_id',
      'in',
      created.map(({ event_id }) => event_id),
    )
    .orderBy('event_id')
    .execute();
  const notices = rows.map(({ data: text, created_at: at }) => {
    const data = JSON.parse(text) as JsonObject;
    return {
      tenantId,
      chain,
      kind: 'approval_pending' as const,
      subject: String(data.approval_id),
      data,
      at,
    };
  });
  await writeNotices(tx, notices);
};

/** null for a sandbox chain. */
async function tenantOfProduction(tx: Database, chain: number): Promise<string | null> {
  const row = await tx
    .selectFrom('chains')
    .select('tenant_id')
    .where('chain', '=', chain)
    .where('environment', '=', 'production')
    .executeTakeFirst();
  return row?.tenant_id ?? null;
}
