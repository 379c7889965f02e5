/** Reads and writes members and invitations in the database. */
import { sql } from 'kysely';
import type { Database } from '../database/open.ts';
import { isId } from '../foundation/ids.ts';
import type { Role } from '../keys/index.ts';
import type { Invitation, Member } from './member.ts';

function memberRows(db: Database, tenantId: string) {
  return db
    .selectFrom('members')
    .innerJoin('people', 'people.id', 'members.user_id')
    .select((member) => [
      'members.member_id',
      'members.tenant_id',
      'members.user_id',
      'members.role',
      'members.sandbox_role',
      'members.joined_at',
      'people.name',
      'people.email',
      'people.two_factor_enabled',
      member
        .selectFrom('person_sessions')
        .whereRef('person_sessions.user_id', '=', 'members.user_id')
        .select(sql<number | null>`max(person_sessions.seen_at)`.as('at'))
        .as('seen_at'),
    ])
    .where('members.tenant_id', '=', tenantId)
    .where('members.removed_at', 'is', null);
}

type MemberRow = Awaited<ReturnType<ReturnType<typeof memberRows>['execute']>>[number];

function toMember(row: MemberRow): Member {
  return {
    memberId: row.member_id,
    tenantId: row.tenant_id,
    userId: row.user_id,
    name: row.name,
    email: row.email,
    role: row.role as Role,
    sandboxRole: row.sandbox_role as Role | null,
    joinedAt: row.joined_at,
    seenAt: row.seen_at,
    hasSecondFactor: row.two_factor_enabled === 1,
  };
}

/** In the order in which they joined. */
export async function membersOf(db: Database, tenantId: string): Promise<Member[]> {
  const rows = await memberRows(db, tenantId)
    .orderBy('members.joined_at')
    .orderBy('members.member_id')
    .execute();
  return rows.map(toMember);
}

/** null if there is none, also for a member of another tenant. */
export async function findMember(db: Database, tenantId: string, memberId: string): Promise<Member | null> {
  if (!isId('mbr', memberId)) return null;
  const row = await memberRows(db, tenantId).where('members.member_id', '=', memberId).executeTakeFirst();
  return row === undefined ? null : toMember(row);
}

/** The number of current members: the users that the tier counts. */
export async function countMembers(db: Database, tenantId: string): Promise<number> {
  const { count } = await db
    .selectFrom('members')
    .select((row) => row.fn.countAll<number | bigint>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A link for anyone expires once there is a member. */
function openInvitations(db: Database, nowMs: number) {
  return db
    .selectFrom('member_invitations')
    .selectAll()
    .where('joined_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('email', 'is not', null),
        not(
          exists(
            selectFrom('members')
              .select('member_id')
              .whereRef('members.tenant_id', '=', 'member_invitations.tenant_id'),
          ),
        ),
      ]),
    );
}

type InvitationRow = Awaited<ReturnType<ReturnType<typeof openInvitations>['execute']>>[number];

function toInvitation(row: InvitationRow): Invitation {
  return {
    invitationId: row.invitation_id,
    tenantId: row.tenant_id,
    email: row.email,
    role: row.role as Role,
    sandboxRole: row.sandbox_role as Role | null,
    invitedBy: row.invited_by,
    invitedAt: row.invited_at,
    expiresAt: row.expires_at,
  };
}

/** Invitations that can still be accepted, the newest first. */
export async function invitationsOf(db: Database, tenantId: string, nowMs: number): Promise<Invitation[]> {
  const rows = await openInvitations(db, nowMs)
    .where('tenant_id', '=', tenantId)
    .orderBy('invited_at', 'desc')
    .execute();
  return rows.map(toInvitation);
}

/** null if the token belongs to no invitation that can still be accepted. */
export async function findInvitation(
  db: Database,
  tokenHash: Uint8Array,
  nowMs: number,
): Promise<Invitation | null> {
  const row = await openInvitations(db, nowMs).where('token_hash', '=', tokenHash).executeTakeFirst();
  return row === undefined ? null : toInvitation(row);
}

/** Offers to an address in all tenants, the oldest first. */
export async function invitationsFor(db: Database, email: string, nowMs: number): Promise<Invitation[]> {
  const rows = await openInvitations(db, nowMs).where('email', '=', email).orderBy('invited_at').execute();
  return rows.map(toInvitation);
}

/** All tenants of a member's person, in the order in which they joined. */
export function tenantsOf(
  db: Database,
  tenantId: string,
  memberId: string,
): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('members as here')
    .innerJoin('members', 'members.user_id', 'here.user_id')
    .innerJoin('tenants', 'tenants.tenant_id', 'members.tenant_id')
    .select(['tenants.tenant_id as id', 'tenants.name'])
    .where('here.tenant_id', '=', tenantId)
    .where('here.member_id', '=', memberId)
    .where('members.removed_at', 'is', null)
    .orderBy('members.joined_at')
    .execute();
}
