/** Changes what a member may do, or takes their place away. A tenant keeps at least one owner. */
import { bound } from '../database/append-store.ts';
import { OPERATOR, recordChange, stampNow } from '../evidence/index.ts';
import { Failure } from '../foundation/failure.ts';
import type { Principal, Role } from '../keys/index.ts';
import { chainOf } from '../tenants/index.ts';
import { type MemberDeps, requireMayManage } from './invite.ts';
import type { Member } from './member.ts';
import { findMember } from './store.ts';

export interface WantedRole {
  role?: Role | undefined;
  /** null: as in production. */
  sandboxRole?: Role | null | undefined;
}

/** Of which tenant, and who asks: null for the operator. */
export interface Asking {
  tenantId: string;
  maker: Principal | null;
}

/** @throws {Failure} `not_found`; `forbidden`; `conflict` where no owner would be left. */
export async function changeRole(
  deps: MemberDeps,
  asking: Asking,
  memberId: string,
  wanted: WantedRole,
): Promise<Member> {
  const member = await requireMember(deps, asking.tenantId, memberId);
  const role = wanted.role ?? member.role;
  const sandboxRole = wanted.sandboxRole === undefined ? member.sandboxRole : wanted.sandboxRole;
  if (asking.maker !== null) requireMayManage(asking.maker, [role, sandboxRole]);
  if (role === member.role && sandboxRole === member.sandboxRole) return member;
  await apply(deps, asking, member, 'member.change_role', {
    change: { role, sandbox_role: sandboxRole, earlier_role: member.role },
    set: { role, sandbox_role: sandboxRole },
    losesOwner: member.role === 'owner' && role !== 'owner',
  });
  return { ...member, role, sandboxRole };
}

/** Also for a member who leaves by themselves. @throws as {@link changeRole}. */
export async function removeMember(deps: MemberDeps, asking: Asking, memberId: string): Promise<void> {
  const member = await requireMember(deps, asking.tenantId, memberId);
  const { maker } = asking;
  if (maker !== null && maker.party !== memberId) requireMayManage(maker, []);
  await apply(deps, asking, member, 'member.remove', {
    change: { role: member.role },
    set: {},
    removes: true,
    losesOwner: member.role === 'owner',
  });
}

async function requireMember({ db }: MemberDeps, tenantId: string, memberId: string): Promise<Member> {
  const member = await findMember(db, tenantId, memberId);
  if (member === null) throw new Failure('not_found', 'There is no such member.');
  return member;
}

interface Change {
  change: Record<string, string | null>;
  set: { role?: string; sandbox_role?: string | null };
  losesOwner: boolean;
  removes?: boolean;
}

async function apply(
  deps: MemberDeps,
  { maker }: Asking,
  { tenantId, memberId, role }: Member,
  action: string,
  { change, set, losesOwner, removes = false }: Change,
): Promise<void> {
  const { db } = deps;
  const stamp = stampNow(deps);
  const owners = db
    .selectFrom('members')
    .select('member_id')
    .where('tenant_id', '=', tenantId)
    .where('role', '=', 'owner')
    .where('removed_at', 'is', null);
  if (losesOwner && (await owners.execute()).length < 2) throw lastOwner();
  const update = db
    .updateTable('members')
    .set(removes ? { removed_at: stamp.at } : set)
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .where('role', '=', role)
    .where('removed_at', 'is', null);
  // Two owners may remove each other at once: the one that comes second finds itself alone.
  const guarded = losesOwner
    ? update.where(({ exists }) => exists(owners.where('member_id', '!=', memberId)))
    : update;
  const result = await recordChange(deps, {
    chain: await chainOf(db, tenantId, 'production'),
    stamp,
    action,
    actor: maker?.party ?? OPERATOR,
    change: { member_id: memberId, ...change },
    statements: [bound(guarded, 1)],
  });
  if (result.kind === 'appended') return;
  throw losesOwner
    ? lastOwner()
    : new Failure('conflict', 'The member was changed meanwhile: look again.', {
        conflict: 'member_changed',
      });
}

function lastOwner(): Failure {
  return new Failure('conflict', 'A tenant keeps at least one owner: make another member an owner first.', {
    conflict: 'last_owner',
  });
}
