/** Creates, changes and deletes users of the directory: first their place in the tenant, then the directory's word itself. */
import { canonicalJson } from '@assize/evidence-format';
import { bound } from '../database/evidence/append-store.ts';
import { recordChange, stampNow } from '../evidence/changes/index.ts';
import { Failure } from '../foundation/failure.ts';
import { retryOvertaken } from '../foundation/retry.ts';
import { type Principal, type Role, requireProduction } from '../keys/index.ts';
import { provisioningScopes } from '../members/index.ts';
import { chainOf } from '../tenants/index.ts';
import { type DirectoryDeps, settlePlace } from './settle.ts';
import { type DirectoryUser, directoryUsers, type Profile, roleOf, userStated } from './user.ts';

export const USER_SET = 'directory.set_user';
export const USER_DELETED = 'directory.delete_user';
const USER_PREFIX = 'usr';
/** An attempt fails only because of another change of the same user. */
const MAX_ATTEMPTS = 20;
/** All users of a tenant are looked through at once. */
const MAX_USERS = 10_000;

export interface WantedUser {
  userName: string;
  externalId: string | null;
  profile: Profile;
  active: boolean;
}

/** @throws {Failure} `conflict` where there is such a user, or as {@link settlePlace}; `invalid`. */
export async function createUser(
  deps: DirectoryDeps,
  caller: Principal,
  wanted: WantedUser,
): Promise<DirectoryUser> {
  const maker = asDirectory(caller);
  const users = await directoryUsers(deps, maker.tenantId);
  if (users.some(({ userName }) => userName === wanted.userName)) throw taken();
  if (users.length >= MAX_USERS) {
    throw Failure.conflict('no_place_left', `There are ${MAX_USERS} users already, which is the limit.`);
  }
  const { userName, active } = wanted;
  const groups: Role[] = [];
  await settlePlace(deps, maker, { userName, active, role: roleOf(groups), followsGroups: true });
  const at = deps.clock.now();
  const userId = deps.ids.random(USER_PREFIX);
  const user = { ...wanted, userId, groups, revision: 0, createdAt: at, changedAt: at };
  if (!(await write(deps, maker, user, 'set'))) throw taken();
  return findUser(deps, maker, userId);
}

/**
 * @param change gives what is wanted from what is there. @throws {Failure} `not_found`, also for a user of another
 * tenant; and as {@link createUser}.
 */
export function changeUser(
  deps: DirectoryDeps,
  caller: Principal,
  userId: string,
  change: (user: DirectoryUser) => DirectoryUser,
): Promise<DirectoryUser> {
  const maker = asDirectory(caller);
  return retryOvertaken(userId, MAX_ATTEMPTS, async () => {
    const before = await findUser(deps, maker, userId);
    const wanted = change(before);
    const role = roleOf(wanted.groups);
    await settlePlace(deps, maker, {
      ...wanted,
      role,
      followsGroups: role !== roleOf(before.groups) || !before.active,
    });
    if (canonicalJson({ ...before }) === canonicalJson({ ...wanted })) return before;
    if (!(await write(deps, maker, wanted, 'set'))) return undefined;
    return findUser(deps, maker, userId);
  });
}

/** @throws {Failure} as {@link changeUser}. */
export function deleteUser(deps: DirectoryDeps, caller: Principal, userId: string): Promise<DirectoryUser> {
  const maker = asDirectory(caller);
  return retryOvertaken(userId, MAX_ATTEMPTS, async () => {
    const user = await findUser(deps, maker, userId);
    const role = roleOf(user.groups);
    await settlePlace(deps, maker, { ...user, active: false, role, followsGroups: false });
    return (await write(deps, maker, { ...user, active: false }, 'deleted')) ? user : undefined;
  });
}

/** @throws {Failure} `not_found`, also for a user of another tenant. */
export async function findUser(
  deps: Pick<DirectoryDeps, 'db' | 'clock'>,
  { tenantId }: Pick<Principal, 'tenantId'>,
  userId: string,
): Promise<DirectoryUser> {
  const user = (await directoryUsers(deps, tenantId)).find((each) => each.userId === userId);
  if (user === undefined) throw new Failure('not_found', 'There is no such user.');
  return user;
}

/** The caller with the rights that its scope gives over members. */
export function asDirectory(caller: Principal): Principal {
  requireProduction(caller);
  return { ...caller, scopes: provisioningScopes(caller.scopes) };
}

/** @returns false where another change came first. */
async function write(
  deps: DirectoryDeps,
  maker: Principal,
  user: DirectoryUser,
  how: 'set' | 'deleted',
): Promise<boolean> {
  const { db } = deps;
  const { tenantId } = maker;
  const stamp = stampNow(deps);
  const values = {
    user_name: user.userName,
    external_id: user.externalId,
    profile: canonicalJson({ ...user.profile }),
    active: user.active ? 1 : 0,
    groups_of: canonicalJson([...user.groups].sort()),
    revision: user.revision + 1,
    changed_at: stamp.at,
    deleted_at: how === 'deleted' ? stamp.at : null,
    evidence_id: stamp.id,
  };
  const key = { tenant_id: tenantId, user_id: user.userId };
  const insertion = db
    .insertInto('directory_users')
    .values({ ...key, ...values, created_at: user.createdAt })
    .onConflict((conflict) => conflict.doNothing());
  const update = db
    .updateTable('directory_users')
    .set(values)
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', user.userId)
    .where('revision', '=', user.revision)
    .where('deleted_at', 'is', null);
  const { kind } = await recordChange(deps, {
    chain: await chainOf(db, tenantId, 'production'),
    stamp,
    action: how === 'deleted' ? USER_DELETED : USER_SET,
    actor: maker,
    change: userStated({ user_id: user.userId, ...values }),
    statements: [user.revision === 0 ? bound(insertion, 1) : bound(update, 1)],
  });
  return kind === 'appended';
}

function taken(): Failure {
  return Failure.conflict('member_exists', 'There is a user with this userName already.');
}
