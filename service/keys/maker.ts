/**
 * Follows keys to their makers. A key counts as the person behind it, so one person is one party with any
 * number of keys; a key made by the operator, or by an earlier version, counts for itself.
 */
import { sql } from 'kysely';
import { type BoundStatement, bound } from '../database/evidence/append-store.ts';
import type { Database } from '../database/open.ts';
import type { Principal } from './key.ts';

/**
 * Requires in the transaction of a key or an invitation that its maker is still an unrevoked key, or a member with that
 * role. The statement changes nothing, but locks the row, so that a member who is leaving can't make one that
 * outlasts them. A token has no such row: it makes no key.
 */
export function stillMay(db: Database, { party, tenantId, environment, member }: Principal): BoundStatement {
  if (member === null) {
    const key = db
      .updateTable('api_keys')
      .set((row) => ({ revoked_at: row.ref('revoked_at') }))
      .where('tenant_id', '=', tenantId)
      .where('key_id', '=', party)
      .where('revoked_at', 'is', null);
    return bound(key, 1);
  }
  const role =
    environment === 'sandbox' ? sql<string>`COALESCE(sandbox_role, role)` : sql.ref<string>('role');
  const place = db
    .updateTable('members')
    .set((row) => ({ role: row.ref('role') }))
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', party)
    .where(role, '=', member.role)
    .where('removed_at', 'is', null);
  return bound(place, 1);
}

/** The makers of each key, up to a member or the operator, in no order. Unknown ids have none. */
export function makersOf(db: Database, tenantId: string, keyIds: readonly string[]) {
  return db
    .withRecursive('made(of, key_id, made_by)', (made) =>
      made
        .selectFrom('api_keys')
        .select(['key_id as of', 'key_id', 'made_by'])
        .where('tenant_id', '=', tenantId)
        .where('key_id', 'in', keyIds)
        // Not `all`, so that a circle, which only tampering with the table could create, ends.
        .union(
          made
            .selectFrom('made')
            .innerJoin('api_keys', 'api_keys.key_id', 'made.made_by')
            .select(['made.of', 'api_keys.key_id', 'api_keys.made_by'])
            .where('api_keys.tenant_id', '=', tenantId),
        ),
    )
    .selectFrom('made')
    .select(['of', 'key_id', 'made_by'])
    .execute();
}

/** The working keys that a member made, that those keys made, and so on. */
export function workingKeysBehind(db: Database, tenantId: string, memberId: string, nowMs: number) {
  return db
    .withRecursive('made(key_id)', (made) =>
      made
        .selectFrom('api_keys')
        .select('key_id')
        .where('tenant_id', '=', tenantId)
        .where('made_by', '=', memberId)
        .union(
          made
            .selectFrom('made')
            .innerJoin('api_keys', 'api_keys.made_by', 'made.key_id')
            .select('api_keys.key_id')
            .where('api_keys.tenant_id', '=', tenantId),
        ),
    )
    .selectFrom('made')
    .innerJoin('api_keys', 'api_keys.key_id', 'made.key_id')
    .select(['api_keys.key_id', 'api_keys.environment', 'api_keys.scopes'])
    .where('api_keys.tenant_id', '=', tenantId)
    .where('api_keys.revoked_at', 'is', null)
    .where((key) => key.or([key('expires_at', 'is', null), key('expires_at', '>', nowMs)]));
}
