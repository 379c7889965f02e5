/** Whether two that ask, report or decide are one party, and whether one still can. */
import type { Database } from '../database/open.ts';

/** @param one the id of a key or member. @param other the same of another. */
export async function isSameParty(
  _db: Database,
  _chain: number,
  one: string,
  other: string,
): Promise<boolean> {
  return one === other;
}

/** A key that is neither revoked nor expired, or a member who is still one. */
export async function isWorkingParty(
  db: Database,
  chain: number,
  party: string,
  nowMs: number,
): Promise<boolean> {
  const { tenant_id: tenantId } = await db
    .selectFrom('chains')
    .select('tenant_id')
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow();
  const key = await db
    .selectFrom('api_keys')
    .select(['revoked_at', 'expires_at'])
    .where('tenant_id', '=', tenantId)
    .where('key_id', '=', party)
    .executeTakeFirst();
  if (key !== undefined) {
    return key.revoked_at === null && (key.expires_at === null || key.expires_at > nowMs);
  }
  const member = await db
    .selectFrom('members')
    .select('removed_at')
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', party)
    .executeTakeFirst();
  return member !== undefined && member.removed_at === null;
}
