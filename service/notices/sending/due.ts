/**
 * Finds the notices that are due, and settles or postpones them. A notice is settled after the mail, so if a
 * node dies in between, another sends it again.
 */
import type { JsonObject } from '@assize/evidence-format';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { Tables } from '../../database/tables/index.ts';
import { NOTICE_KINDS, type NoticeKind, type NoticeRow } from '../../events/index.ts';

/** Marks for notices that were not mailed. */
export const IN_LOG = 'log';
export const NO_RECIPIENT = 'nobody';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MAX_DELAY_MS = 6 * HOUR_MS;

/** The delays after failed tries; then every six hours, for three days in total. */
const DELAYS_MS = [1, 5, 15, 30, 60, 120, 240].map((minutes) => minutes * MINUTE_MS);
const MAX_TRIES = 18;

/** @param tries the number of failed tries. @returns null to give up. */
export function delayMs(tries: number): number | null {
  if (tries >= MAX_TRIES) return null;
  return DELAYS_MS[tries - 1] ?? MAX_DELAY_MS;
}

const TENANTS_AT_ONCE = 100;
const NOTICES_AT_ONCE = 100;
const APPROVALS_AT_ONCE = 2000;
/** Below the limit of either database for one statement. */
const SUBJECTS_AT_ONCE = 500;

/**
 * Due notices, and those further ahead than the longest delay, which shows that a clock has been set back.
 */
function isDue(nowMs: number) {
  return (notice: ExpressionBuilder<Tables, 'notices'>) =>
    notice.or([notice('due_at', '<=', nowMs), notice('due_at', '>', nowMs + MAX_DELAY_MS + MINUTE_MS)]);
}

/** The longest-waiting tenant comes first. */
export async function tenantsWithDueNotices(db: Database, nowMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom('notices')
    .select('tenant_id')
    .where('due_at', 'is not', null)
    .where(isDue(nowMs))
    .where('kind', 'in', NOTICE_KINDS)
    .groupBy('tenant_id')
    .orderBy(({ fn }) => fn.min('due_at'))
    .limit(TENANTS_AT_ONCE)
    .execute();
  return rows.map(({ tenant_id }) => tenant_id);
}

export type Notice = Pick<
  NoticeRow,
  'tenant_id' | 'notice_id' | 'chain' | 'subject' | 'tries' | 'recipient'
> & {
  kind: NoticeKind;
  data: JsonObject;
};

/** Due notices of one tenant, except approvals, oldest first. */
export async function dueNotices(db: Database, tenantId: string, nowMs: number): Promise<Notice[]> {
  const rows = await db
    .selectFrom('notices')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('due_at', 'is not', null)
    .where(isDue(nowMs))
    .where('kind', 'in', NOTICE_KINDS)
    .where('kind', '<>', sql.lit('approval_pending'))
    .orderBy('created_at')
    .limit(NOTICES_AT_ONCE)
    .execute();
  return rows.map(readNotice);
}

export async function hasDueApprovals(db: Database, tenantId: string, nowMs: number): Promise<boolean> {
  const row = await db
    .selectFrom('notices')
    .select('subject')
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', 'approval_pending')
    .where('due_at', 'is not', null)
    .where(isDue(nowMs))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface ApprovalNotice extends Notice {
  /** Whether the approval can still be decided. */
  pending: boolean;
}

/** A tenant's approvals without a sent notice, postponed ones included: oldest first. */
export async function unsentApprovals(
  db: Database,
  tenantId: string,
  nowMs: number,
): Promise<ApprovalNotice[]> {
  const rows = await db
    .selectFrom('notices')
    .leftJoin('approvals', (join) =>
      join
        .onRef('approvals.chain', '=', 'notices.chain')
        .onRef('approvals.approval_id', '=', 'notices.subject'),
    )
    .selectAll('notices')
    .select(['approvals.status', 'approvals.expires_at'])
    .where('notices.tenant_id', '=', tenantId)
    .where('notices.kind', '=', 'approval_pending')
    .where('notices.due_at', 'is not', null)
    .orderBy('notices.created_at')
    .orderBy('notices.subject')
    .limit(APPROVALS_AT_ONCE)
    .execute();
  return rows.map(({ status, expires_at, ...row }) => ({
    ...readNotice(row),
    pending: status === 'pending' && (expires_at ?? 0) > nowMs,
  }));
}

function readNotice(row: NoticeRow): Notice {
  return { ...row, kind: row.kind as NoticeKind, data: JSON.parse(row.data) as JsonObject };
}

export interface Settled {
  at: number;
  to: string;
}

/** All notices have the same tenant and kind. */
export async function settle(tx: Database, notices: readonly Notice[], { at, to }: Settled): Promise<void> {
  await change(tx, notices, { due_at: null, sent_at: to === NO_RECIPIENT ? null : at, sent_to: to });
}

/** @returns the notices that are given up. */
export async function postpone(tx: Database, notices: readonly Notice[], nowMs: number): Promise<Notice[]> {
  const byTries = Map.groupBy(notices, ({ tries }) => tries + 1);
  const givenUp: Notice[] = [];
  for (const [tries, some] of byTries) {
    const delay = delayMs(tries);
    if (delay === null) givenUp.push(...some);
    await change(tx, some, { tries, due_at: delay === null ? null : nowMs + delay });
  }
  return givenUp;
}

type Change = Partial<Pick<NoticeRow, 'due_at' | 'sent_at' | 'sent_to' | 'tries'>>;

async function change(tx: Database, notices: readonly Notice[], to: Change): Promise<void> {
  const [first] = notices;
  if (first === undefined) return;
  for (let from = 0; from < notices.length; from += SUBJECTS_AT_ONCE) {
    const subjects = notices.slice(from, from + SUBJECTS_AT_ONCE).map(({ subject }) => subject);
    await tx
      .updateTable('notices')
      .set(to)
      .where('tenant_id', '=', first.tenant_id)
      .where('kind', '=', first.kind)
      .where('subject', 'in', subjects)
      .where('due_at', 'is not', null)
      .execute();
  }
}

/** Postpones due approvals, so that one mail names them all. */
export async function postponeApprovals(
  db: Database,
  tenantId: string,
  nowMs: number,
  until: number,
): Promise<void> {
  await db
    .updateTable('notices')
    .set({ due_at: until })
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', 'approval_pending')
    .where('due_at', 'is not', null)
    .where(isDue(nowMs))
    .execute();
}
