/** Groups of members, which routes ask for approvals. A member who has left stays in the list, and doesn't count. */
import { parseJson } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { Database } from '../../database/open.ts';
import type { MemberGroupsTable } from '../../database/tables/member.ts';
import { Failure } from '../../foundation/failure.ts';
import { isId } from '../../foundation/ids.ts';

export const GROUP_PREFIX = 'grp';
/** The limits for one tenant, without deleted groups, and for one group. */
export const MAX_GROUPS = 100;
export const MAX_GROUP_MEMBERS = 200;

export type GroupRow = Selectable<MemberGroupsTable>;

export interface Group extends Omit<GroupRow, 'members'> {
  /** Ids, sorted, also of members who have left. */
  members: readonly string[];
}

/** All groups, deleted ones too, oldest first. */
export async function groupsOf(db: Database, tenantId: string): Promise<Group[]> {
  const rows = await db
    .selectFrom('member_groups')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('group_id')
    .execute();
  return rows.map(toGroup);
}

/** @throws {Failure} `not_found`, also for a group of another tenant. */
export async function findGroup(db: Database, tenantId: string, groupId: string): Promise<Group> {
  const row = isId(GROUP_PREFIX, groupId)
    ? await db
        .selectFrom('member_groups')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('group_id', '=', groupId)
        .executeTakeFirst()
    : undefined;
  if (row === undefined) throw new Failure('not_found', 'There is no such group.');
  return toGroup(row);
}

function toGroup(row: GroupRow): Group {
  return { ...row, members: parseJson(row.members) as string[] };
}

/** The group as the evidence of each change states it. */
export function groupStated({
  group_id,
  name,
  members,
  revision,
}: Pick<Group, 'group_id' | 'name' | 'members' | 'revision'>) {
  return { group_id, name, members: [...members], revision };
}
