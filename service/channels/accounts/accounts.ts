/** Reads the accounts at chat services that members tied to themselves. */
import type { Database } from '../../database/open.ts';
import { findMember, type Member } from '../../members/index.ts';
import type { Typing } from './codes.ts';

export interface ChatAccount {
  tenantId: string;
  /** `cac_…` */
  accountId: string;
  kind: string;
  /** `T…/U…` */
  account: string;
  memberId: string;
  /** ms since the epoch. */
  tiedAt: number;
}

function tiedRows(db: Database, tenantId: string) {
  return db
    .selectFrom('chat_accounts')
    .select([
      'tenant_id as tenantId',
      'account_id as accountId',
      'kind',
      'account',
      'member_id as memberId',
      'tied_at as tiedAt',
    ])
    .where('tenant_id', '=', tenantId)
    .where('untied_at', 'is', null);
}

/** In the order in which they were tied. */
export function accountsOf(db: Database, tenantId: string, memberId: string): Promise<ChatAccount[]> {
  return tiedRows(db, tenantId).where('member_id', '=', memberId).orderBy('tied_at').execute();
}

/** @param memberId null also for an account of another member than this one. Default: of anyone's. */
export async function tieOf(
  db: Database,
  { tenantId, memberId }: { tenantId: string; memberId?: string },
  accountId: string,
): Promise<ChatAccount | null> {
  const found = await tiedRows(db, tenantId)
    .$if(memberId !== undefined, (rows) => rows.where('member_id', '=', memberId ?? ''))
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return found ?? null;
}

export async function findTied(
  db: Database,
  { tenantId, kind, account }: Typing,
): Promise<ChatAccount | null> {
  const found = await tiedRows(db, tenantId)
    .where('kind', '=', kind)
    .where('account', '=', account)
    .executeTakeFirst();
  return found ?? null;
}

/** The member for whom an account speaks; null where it is tied to none, or they have left. */
export async function memberBehind(db: Database, typing: Typing): Promise<Member | null> {
  const tie = await findTied(db, typing);
  return tie === null ? null : findMember(db, typing.tenantId, tie.memberId);
}
