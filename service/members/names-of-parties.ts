/** The names of members and keys by their ids, for people who read them. */
import type { Database } from '../database/open.ts';

/** Members who have left keep their name, since they still answer for what they did. */
export async function namesOfMembers(
  db: Database,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('members')
    .innerJoin('people', 'people.id', 'members.user_id')
    .select(['members.member_id', 'people.name'])
    .where('members.tenant_id', '=', tenantId)
    .where('members.member_id', 'in', ids)
    .execute();
  return new Map(rows.map(({ member_id, name }) => [member_id, name]));
}

export async function namesOfKeys(
  db: Database,
  tenantId: string,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('api_keys')
    .select(['key_id as id', 'name'])
    .where('tenant_id', '=', tenantId)
    .where('key_id', 'in', ids)
    .execute();
}
