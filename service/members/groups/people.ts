/**
 * The people of a tenant at one moment, with their groups and stand-ins, and in which capacity each may decide. Someone
 * counts only while they are a member whose role may decide, and so does the member whom they stand in for.
 */
import type { Database } from '../../database/open.ts';
import type { Role } from '../../keys/index.ts';
import type { Environment } from '../../tenants/index.ts';
import { type Member, scopesOf } from '../member.ts';
import { membersOf } from '../store.ts';
import { type Group, groupsOf } from './group.ts';
import { isAway, type StandIn, standInsOf } from './stand-in.ts';

export interface People {
  /** ms since the epoch. */
  at: number;
  /** By id; only present members whose role may decide in the environment. */
  deciders: ReadonlyMap<string, Member>;
  /** Deleted ones too. */
  groups: readonly Group[];
  /** Those in force at that moment. */
  standIns: readonly StandIn[];
}

/** The capacity in which a member may decide: for their own groups, and for those of the members they stand in for. */
export interface Capacity {
  /** Ids. */
  groups: string[];
  stands_for: { member_id: string; groups: string[] }[];
}

export async function peopleOf(
  db: Database,
  tenantId: string,
  environment: Environment,
  at: number,
): Promise<People> {
  const members = await membersOf(db, tenantId);
  const standIns = await standInsOf(db, tenantId, at);
  return {
    at,
    deciders: new Map(
      members.filter((member) => mayDecide(member, environment)).map((member) => [member.memberId, member]),
    ),
    groups: await groupsOf(db, tenantId),
    standIns: standIns.filter((each) => isAway(each, at)),
  };
}

export function roleIn(
  { role, sandboxRole }: Pick<Member, 'role' | 'sandboxRole'>,
  environment: Environment,
): Role {
  return environment === 'sandbox' ? (sandboxRole ?? role) : role;
}

/** Whether the role lets a member decide on approvals. */
export function mayDecide(member: Pick<Member, 'role' | 'sandboxRole'>, environment: Environment): boolean {
  const role = roleIn(member, environment);
  return role === 'approver' || scopesOf(role).has('evidence:write');
}

/** The present groups of a member, among those that are asked. */
function groupsWith({ groups }: People, memberId: string, asked: readonly string[]): string[] {
  return groups
    .filter(({ group_id, deleted_at, members }) => {
      return deleted_at === null && asked.includes(group_id) && members.includes(memberId);
    })
    .map(({ group_id }) => group_id);
}

/** @param asked the ids of the groups that are asked. */
export function capacityOf(people: People, memberId: string, asked: readonly string[]): Capacity {
  if (!people.deciders.has(memberId)) return { groups: [], stands_for: [] };
  const absent = people.standIns.filter(({ standIn, memberId: away }) => {
    return standIn === memberId && people.deciders.has(away);
  });
  return {
    groups: groupsWith(people, memberId, asked),
    stands_for: absent
      .map((each) => ({ member_id: each.memberId, groups: groupsWith(people, each.memberId, asked) }))
      .filter(({ groups }) => groups.length > 0),
  };
}
