/**
 * The groups of the directory. There is one for each role, with the name that the directory has for it; who is in it has
 * the role, and who is in several has the highest of them.
 */
import { Failure } from '../foundation/failure.ts';
import { type Principal, ROLES, type Role } from '../keys/index.ts';
import { type Directory, directoryOf } from '../members/directory/index.ts';
import type { DirectoryDeps } from './settle.ts';
import { type DirectoryUser, directoryUsers } from './user.ts';
import { changeUser } from './users.ts';

export interface DirectoryGroup {
  /** Also the id of the group. */
  role: Role;
  /** The name that the directory has for it. */
  name: string;
  members: readonly DirectoryUser[];
}

/** The highest role first. */
export async function directoryGroups(
  deps: Pick<DirectoryDeps, 'db' | 'clock'>,
  { tenantId }: Pick<Principal, 'tenantId'>,
): Promise<DirectoryGroup[]> {
  const { groupNames } = await directoryOf(deps.db, tenantId);
  const users = await directoryUsers(deps, tenantId);
  return ROLES.map((role) => ({
    role,
    name: groupNames[role] ?? role,
    members: users.filter(({ groups }) => groups.includes(role)),
  }));
}

/** @param id of any spelling that the caller sent. @throws {Failure} `not_found` */
export async function findDirectoryGroup(
  deps: Pick<DirectoryDeps, 'db' | 'clock'>,
  caller: Pick<Principal, 'tenantId'>,
  id: string,
): Promise<DirectoryGroup> {
  const group = (await directoryGroups(deps, caller)).find(({ role }) => role === id);
  if (group === undefined) throw new Failure('not_found', 'There is no such group.');
  return group;
}

/** The role whose group has this name; null where there is none. */
export function roleNamed({ groupNames }: Pick<Directory, 'groupNames'>, name: string): Role | null {
  const wanted = name.trim().toLowerCase();
  return ROLES.find((role) => (groupNames[role] ?? role).toLowerCase() === wanted) ?? null;
}

/**
 * Changes who is in a group. Every id is checked before anything changes; then each user changes on their own, and what
 * was done for one stays done where another is refused.
 * @param wantedOf the ids that are in the group afterwards, from those that are in it.
 * @throws {Failure} `not_found`; `invalid` for an id of no user here; and as for changing each user.
 */
export async function changeMembers(
  deps: DirectoryDeps,
  caller: Principal,
  role: Role,
  wantedOf: (ids: readonly string[]) => readonly string[],
): Promise<DirectoryGroup> {
  const group = await findDirectoryGroup(deps, caller, role);
  const users = new Map((await directoryUsers(deps, caller.tenantId)).map((user) => [user.userId, user]));
  const wanted = new Set(wantedOf(group.members.map(({ userId }) => userId)));
  for (const id of wanted) if (!users.has(id)) throw unknownUser();
  const refused: unknown[] = [];
  for (const { userId, groups } of users.values()) {
    if (groups.includes(role) === wanted.has(userId)) continue;
    try {
      await changeUser(deps, caller, userId, (user) => ({
        ...user,
        groups: ROLES.filter((each) => (each === role ? wanted.has(userId) : user.groups.includes(each))),
      }));
    } catch (error) {
      refused.push(error);
    }
  }
  if (refused.length > 0) throw refused[0];
  return findDirectoryGroup(deps, caller, role);
}

function unknownUser(): Failure {
  const message = 'Each value should be the id of a user here';
  return Failure.invalid([{ field: ['members'], message, type: 'value_error' }]);
}
