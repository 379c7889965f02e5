/**
 * Changes a member's role, or removes their place and with it their keys and open invitations. A tenant keeps at least one owner.
 */

import type { JsonObject } from '@assize/evidence-format';
import { bound } from '../database/evidence/append-store.ts';
import { changeEntry, OPERATOR, stampNow } from '../evidence/changes/index.ts';
import { Failure } from '../foundation/failure.ts';
import { retryOvertaken } from '../foundation/retry.ts';
import type { Principal, Role, Scope } from '../keys/index.ts';
import { revokeKey } from '../keys/revoking/index.ts';
import { chainOf } from '../tenants/index.ts';
import { invitationsLeft } from './joining/invitations-left.ts';
import { requireMayManage } from './joining/invite.ts';
import { type GoingWith, type KeysLeft, keysLeft } from './keys-left.ts';
import { type Member, type MemberDeps, scopesOf } from './member.ts';
import { findMember } from './store.ts';

/** An attempt fails only because of another change of the same person, or a key that they have just made. */
const MAX_ATTEMPTS = 20;
const NO_SCOPES: ReadonlySet<Scope> = new Set();

export interface WantedRole {
  role?: Role | undefined;
  /** null: the same as in production. */
  sandboxRole?: Role | null | undefined;
}

/** The tenant, and the caller: null for the operator. */
export interface Asking {
  tenantId: string;
  maker: Principal | null;
}

/**
 * Changes the role and revokes the member's keys that may do more than the new role.
 * @throws {Failure} `not_found`; `forbidden`; `conflict` if no owner would be left.
 */
export function changeRole(
  deps: MemberDeps,
  asking: Asking,
  memberId: string,
  wanted: WantedRole,
): Promise<Member> {
  if (asking.maker !== null)
    requireMayManage(asking.maker, [wanted.role ?? null, wanted.sandboxRole ?? null]);
  return retryOvertaken(memberId, MAX_ATTEMPTS, async () => {
    const member = await requireMember(deps, asking.tenantId, memberId);
    const role = wanted.role ?? member.role;
    const sandboxRole = wanted.sandboxRole === undefined ? member.sandboxRole : wanted.sandboxRole;
    if (asking.maker !== null) requireMayManage(asking.maker, [member.role, member.sandboxRole]);
    if (role === member.role && sandboxRole === member.sandboxRole) return member;
    const losesOwner = member.role === 'owner' && role !== 'owner';
    if (losesOwner) await requireAnotherOwner(deps, asking.tenantId);
    const isDone = await apply(deps, asking, member, {
      action: 'member.change_role',
      change: { role, sandbox_role: sandboxRole, earlier_role: member.role },
      set: { role, sandbox_role: sandboxRole },
      losesOwner,
      keys: await keysLeft(deps, asking.maker, {
        ...member,
        may: (environment) => scopesOf(environment === 'sandbox' ? (sandboxRole ?? role) : role),
        kept: [],
      }),
    });
    return isDone ? { ...member, role, sandboxRole } : undefined;
  });
}

/**
 * Also for members who leave by themselves. Their keys and the invitations that they made are removed with them.
 * @param keptKeys keys that stay, if another owner decides so.
 * @returns the keys that were revoked. @throws as {@link changeRole}.
 */
export function removeMember(
  deps: MemberDeps,
  asking: Asking,
  memberId: string,
  keptKeys: readonly string[] = [],
): Promise<{ revokedKeys: string[] }> {
  const { maker, tenantId } = asking;
  const leaves = maker?.party === memberId;
  if (maker !== null && !leaves) requireMayManage(maker, []);
  const revoked = new Set<string>();
  return retryOvertaken(memberId, MAX_ATTEMPTS, async () => {
    const member = await requireMember(deps, tenantId, memberId);
    if (maker !== null && !leaves) requireMayManage(maker, [member.role, member.sandboxRole]);
    const losesOwner = member.role === 'owner';
    if (losesOwner) await requireAnotherOwner(deps, tenantId);
    const leaving = { tenantId, memberId, may: () => NO_SCOPES, kept: keptKeys };
    const keys = await keysLeft(deps, maker, leaving);
    const isDone = await apply(deps, asking, member, {
      action: 'member.remove',
      change: { role: member.role, kept_keys: [...keptKeys] },
      set: 'removed',
      losesOwner,
      keys,
      invitations: await invitationsLeft(deps, maker, member),
    });
    for (const keyId of isDone ? [...keys.elsewhere, ...keys.ending] : keys.elsewhere) revoked.add(keyId);
    return isDone ? { revokedKeys: [...revoked] } : undefined;
  });
}

async function requireMember({ db }: MemberDeps, tenantId: string, memberId: string): Promise<Member> {
  const member = await findMember(db, tenantId, memberId);
  if (member === null) throw new Failure('not_found', 'There is no such member.');
  return member;
}

function ownersOf({ db }: MemberDeps, tenantId: string) {
  return db
    .selectFrom('members')
    .select('member_id')
    .where('tenant_id', '=', tenantId)
    .where('role', '=', 'owner')
    .where('removed_at', 'is', null);
}

async function requireAnotherOwner(deps: MemberDeps, tenantId: string): Promise<void> {
  if ((await ownersOf(deps, tenantId).execute()).length >= 2) return;
  throw new Failure('conflict', 'A tenant keeps at least one owner: make another member an owner first.', {
    conflict: 'last_owner',
  });
}

interface Change {
  action: string;
  change: JsonObject;
  set: { role: Role; sandbox_role: Role | null } | 'removed';
  losesOwner: boolean;
  keys: KeysLeft;
  invitations?: GoingWith;
}

/**
 * Makes the change in one commit with all that goes with it. Only keys of the sandbox end before it, since they are
 * recorded in another chain: a crash in between takes rights away, and leaves none.
 * @returns false if another change came first.
 */
async function apply(
  deps: MemberDeps,
  { maker }: Asking,
  { tenantId, memberId, role }: Member,
  { action, change, set, losesOwner, keys, invitations }: Change,
): Promise<boolean> {
  const { db, appender } = deps;
  const stamp = stampNow(deps);
  const update = db
    .updateTable('members')
    .set(set === 'removed' ? { removed_at: stamp.at } : set)
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .where('role', '=', role)
    .where('removed_at', 'is', null);
  const others = ownersOf(deps, tenantId).where('member_id', '!=', memberId);
  // Two owners may remove each other at once: the second attempt then finds no other owner.
  const guarded = losesOwner ? update.where(({ exists }) => exists(others)) : update;
  const entry = changeEntry(stamp, {
    chain: await chainOf(db, tenantId, 'production'),
    action,
    actor: maker ?? OPERATOR,
    change: { member_id: memberId, ...change },
    also: [...keys.also, ...(invitations?.also ?? [])],
    statements: [bound(guarded, 1), ...keys.statements, ...(invitations?.statements ?? [])],
  });
  if (keys.elsewhere.length > 0) await appender.requireAllowed(entry);
  for (const keyId of keys.elsewhere) await revokeKey(deps, tenantId, maker, keyId);
  return (await appender.append(entry)).kind === 'appended';
}
