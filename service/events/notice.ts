/**
 * Notices for a tenant's contact. A notice is written once, in the transaction of its cause: tenant, kind and
 * subject identify it, so if another node, or a later run after a jump of the clock, finds the same cause, it
 * adds nothing.
 */
import { createHash } from 'node:crypto';
import type { JsonObject } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { Database } from '../database/open.ts';
import type { NoticesTable } from '../database/tables/event.ts';
import { firstIdAt } from '../foundation/ids.ts';

/** Each kind has its text in `service/notices/letters/`. */
export const NOTICE_KINDS = [
  'approval_pending',
  'key_expiring_7d',
  'key_expiring_24h',
  'webhook_disabled',
  'channel_disabled',
  'incident_due',
  'incident_overdue',
  'sink_failed',
  'rubber_stamping',
  'usage_80',
  'usage_100',
  'usage_150',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export type NoticeRow = Selectable<NoticesTable>;

export interface NoticeDraft {
  tenantId: string;
  chain: number;
  kind: NoticeKind;
  /** The id of its subject, followed by something unique if the same notice can occur again. */
  subject: string;
  /** The values that its text needs: no payload and no secret. */
  data: JsonObject;
  /** ms since the epoch. */
  at: number;
  /** When to send it, at most six hours later; at once by default. */
  dueAt?: number;
  /** The member who gets it; by default the tenant's contact. */
  recipient?: string | null;
}

/** @param tx the transaction of its cause. @returns false if that notice exists already. */
export async function writeNotice(tx: Database, notice: NoticeDraft): Promise<boolean> {
  const inserted = await tx
    .insertInto('notices')
    .values(rowOf(notice))
    .onConflict((conflict) => conflict.columns(['tenant_id', 'kind', 'subject']).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Like {@link writeNotice}, for several that are either all new or all present. */
export async function writeNotices(tx: Database, notices: readonly NoticeDraft[]): Promise<void> {
  if (notices.length === 0) return;
  await tx
    .insertInto('notices')
    .values(notices.map(rowOf))
    .onConflict((conflict) => conflict.columns(['tenant_id', 'kind', 'subject']).doNothing())
    .execute();
}

function rowOf({ tenantId, chain, kind, subject, data, at, dueAt = at, recipient = null }: NoticeDraft) {
  return {
    tenant_id: tenantId,
    notice_id: noticeId(kind, subject, at),
    kind,
    subject,
    chain,
    data: JSON.stringify(data),
    created_at: at,
    due_at: dueAt,
    recipient,
  };
}

/** The time, then a digest of kind and subject. */
function noticeId(kind: NoticeKind, subject: string, at: number): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([kind, subject]))
    .digest('hex');
  return firstIdAt('ntc', at) + digest.slice(0, 12);
}
