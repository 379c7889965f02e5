/** Lists the notices of a tenant's environment, newest first, page by page, whether mailed or not. */
import type { JsonObject } from '@assize/evidence-format';
import { chainId } from '../database/chain-id.ts';
import { type Cursors, type ListById, type Page, pageById } from '../database/signed-cursor.ts';
import { NOTICE_KINDS, type NoticeKind, type NoticeRow } from '../events/index.ts';
import { type Environment, environmentOf } from '../tenants/index.ts';
import { letterOf } from './letters/texts.ts';
import { IN_LOG, NO_RECIPIENT } from './sending/due.ts';

export const NOTICE_STATUSES = ['waiting', 'sent', 'logged', 'not_needed', 'given_up'] as const;
export type NoticeStatus = (typeof NOTICE_STATUSES)[number];

export interface ListedNotice {
  noticeId: string;
  kind: NoticeKind;
  environment: Environment;
  subject: string;
  /** The subject of the mail. */
  title: string;
  /** The address of the dashboard's page about it. */
  page: string | null;
  data: JsonObject;
  status: NoticeStatus;
  /** Times are ms since the epoch. */
  createdAt: number;
  sentAt: number | null;
  /** The mail address. */
  sentTo: string | null;
}

interface ListDeps extends Cursors {
  config: { baseUrl: string };
  clock: { now(): number };
}

/** @throws {Failure} `invalid` for a cursor of another list. */
export async function listNotices(
  deps: ListDeps,
  chain: number,
  limit: number,
  cursor?: string,
): Promise<Page<ListedNotice>> {
  const { db } = deps;
  const list: ListById<NoticeRow> = {
    secret: 'notice cursors',
    prefix: 'ntc',
    chain: chainId(chain),
    idOf: ({ notice_id }) => notice_id,
    read(before, most) {
      let page = db
        .selectFrom('notices')
        .selectAll()
        .where('chain', '=', chain)
        .where('kind', 'in', NOTICE_KINDS);
      if (before !== null) page = page.where('notice_id', '<', before);
      return page.orderBy('notice_id', 'desc').limit(most).execute();
    },
  };
  const { items, nextCursor } = await pageById(deps, list, limit, cursor);
  return { items: await asListed(deps, chain, items), nextCursor };
}

async function asListed(deps: ListDeps, chain: number, rows: readonly NoticeRow[]): Promise<ListedNotice[]> {
  if (rows.length === 0) return [];
  const { name: tenant } = await deps.db
    .selectFrom('chains')
    .innerJoin('tenants', 'tenants.tenant_id', 'chains.tenant_id')
    .select('tenants.name')
    .where('chains.chain', '=', chain)
    .executeTakeFirstOrThrow();
  const environment = await environmentOf(deps.db, chain);
  const { baseUrl } = deps.config;
  return rows.map((row) => {
    const kind = row.kind as NoticeKind;
    const data = JSON.parse(row.data) as JsonObject;
    const { subject: title, items } = letterOf(
      kind,
      { tenant, environment, baseUrl, nowMs: row.created_at },
      [data],
    );
    return {
      noticeId: row.notice_id,
      kind,
      environment,
      subject: row.subject,
      title,
      page: items[0]?.page ?? null,
      data,
      status: statusOf(row),
      createdAt: row.created_at,
      sentAt: row.sent_at,
      sentTo: row.sent_to === IN_LOG || row.sent_to === NO_RECIPIENT ? null : row.sent_to,
    };
  });
}

function statusOf({ due_at, sent_to }: NoticeRow): NoticeStatus {
  if (due_at !== null) return 'waiting';
  if (sent_to === IN_LOG) return 'logged';
  if (sent_to === NO_RECIPIENT) return 'not_needed';
  return sent_to === null ? 'given_up' : 'sent';
}
