/**
 * Creates, changes and deletes groups, with evidence in the production chain. A group takes effect at once: an approval
 * that waits asks the people who are in its groups at the time of each decision.
 */
import { canonicalJson } from '@assize/evidence-format';
import { bound } from '../../database/evidence/append-store.ts';
import { type Actor, partyOf, recordChange, stampNow } from '../../evidence/changes/index.ts';
import { Failure, type Fault } from '../../foundation/failure.ts';
import { retryOvertaken } from '../../foundation/retry.ts';
import type { Principal } from '../../keys/index.ts';
import { chainOf } from '../../tenants/index.ts';
import { requireMayManage } from '../joining/invite.ts';
import type { MemberDeps } from '../member.ts';
import { areAlike } from '../names-alike.ts';
import { requirePlainName } from '../rename.ts';
import { membersOf } from '../store.ts';
import { findGroup, GROUP_PREFIX, type Group, groupStated, groupsOf, MAX_GROUPS } from './group.ts';

export const GROUP_ACTIONS = ['group.create', 'group.change', 'group.delete'] as const;

export interface WantedGroup {
  name: string;
  /** Ids. */
  members: readonly string[];
}

/** An attempt fails only because of another change. */
const MAX_ATTEMPTS = 20;

/** @throws {Failure} `invalid`; `forbidden`; `conflict` where the name is taken, or there are too many groups. */
export async function createGroup(deps: MemberDeps, maker: Principal, wanted: WantedGroup): Promise<Group> {
  requireMayManage(maker, []);
  const { tenantId } = maker;
  const members = await requireFit(deps, tenantId, wanted, null);
  const stamp = stampNow(deps);
  const group = {
    group_id: deps.ids.ordered(GROUP_PREFIX, stamp.at),
    name: wanted.name,
    members,
    revision: 1,
  };
  const row = {
    ...group,
    tenant_id: tenantId,
    members: canonicalJson(members),
    created_at: stamp.at,
    created_by: partyOf(maker),
    evidence_id: stamp.id,
  };
  // Appends to a chain run one after another, so two requests never see the same last free place or name.
  const present = deps.db
    .selectFrom('member_groups')
    .select('group_id')
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null);
  const { kind } = await recordChange(deps, {
    chain: await chainOf(deps.db, tenantId, 'production'),
    stamp,
    action: 'group.create',
    actor: maker,
    change: groupStated(group),
    statements: [
      bound(present.limit(1).offset(MAX_GROUPS - 1), 0),
      bound(present.where('name', '=', wanted.name), 0),
      bound(deps.db.insertInto('member_groups').values(row), 1),
    ],
  });
  if (kind === 'appended') return findGroup(deps.db, tenantId, group.group_id);
  throw Failure.conflict(
    'too_many_groups',
    `There are ${MAX_GROUPS} groups already, which is the limit, or another one got this name meanwhile.`,
  );
}

/** @throws {Failure} as {@link createGroup}; `not_found`; `conflict` where it was changed or deleted meanwhile. */
export function changeGroup(
  deps: MemberDeps,
  maker: Principal,
  groupId: string,
  { expectedRevision, ...wanted }: WantedGroup & { expectedRevision: number },
): Promise<Group> {
  requireMayManage(maker, []);
  return changeRow(deps, maker, groupId, async (group) => {
    if (group.deleted_at !== null) throw Failure.conflict('group_deleted', 'The group is deleted.');
    if (group.revision !== expectedRevision) {
      throw Failure.conflict('group_changed', `The group is at revision ${group.revision}.`);
    }
    const members = await requireFit(deps, maker.tenantId, wanted, group);
    return write(deps, maker, 'group.change', { ...group, name: wanted.name, members });
  });
}

/** Deleting it again changes nothing. @throws {Failure} `not_found`; `forbidden`. */
export function deleteGroup(deps: MemberDeps, maker: Principal, groupId: string): Promise<Group> {
  requireMayManage(maker, []);
  return changeRow(deps, maker, groupId, async (group) => {
    return group.deleted_at !== null || write(deps, maker, 'group.delete', group);
  });
}

/** @param change returns false where another change came first. */
function changeRow(
  { db }: MemberDeps,
  { tenantId }: Principal,
  groupId: string,
  change: (group: Group) => Promise<boolean>,
): Promise<Group> {
  return retryOvertaken(groupId, MAX_ATTEMPTS, async () => {
    const isDone = await change(await findGroup(db, tenantId, groupId));
    return isDone ? findGroup(db, tenantId, groupId) : undefined;
  });
}

async function write(
  deps: MemberDeps,
  actor: Actor & Principal,
  action: 'group.change' | 'group.delete',
  group: Group,
): Promise<boolean> {
  const stamp = stampNow(deps);
  const { tenant_id, group_id, name, members } = group;
  const revision = group.revision + 1;
  const update = deps.db
    .updateTable('member_groups')
    .set({
      name,
      members: canonicalJson([...members]),
      revision,
      deleted_at: action === 'group.delete' ? stamp.at : null,
      evidence_id: stamp.id,
    })
    .where('tenant_id', '=', tenant_id)
    .where('group_id', '=', group_id)
    .where('revision', '=', group.revision);
  const { kind } = await recordChange(deps, {
    chain: await chainOf(deps.db, tenant_id, 'production'),
    stamp,
    action,
    actor,
    change: groupStated({ group_id, name, members, revision }),
    statements: [bound(update, 1)],
  });
  return kind === 'appended';
}

/** @returns the ids of its members, sorted. @throws {Failure} `invalid`; `conflict` */
async function requireFit(
  { db }: MemberDeps,
  tenantId: string,
  { name, members }: WantedGroup,
  group: Group | null,
): Promise<string[]> {
  requirePlainName(name);
  const others = (await groupsOf(db, tenantId)).filter(({ group_id, deleted_at }) => {
    return deleted_at === null && group_id !== group?.group_id;
  });
  if (others.some((other) => areAlike(other.name, name))) {
    throw Failure.conflict('name_taken', 'Another group has this name, or a similar one: choose another.');
  }
  const present = new Set((await membersOf(db, tenantId)).map(({ memberId }) => memberId));
  const faults = members.flatMap((id, place): Fault[] => {
    if (present.has(id) || group?.members.includes(id)) return [];
    const message = 'Value should be the id of a member';
    return [{ field: ['members', String(place)], message, type: 'value_error' }];
  });
  if (faults.length > 0) throw Failure.invalid(faults);
  return [...new Set(members)].sort();
}
