/** Reads and writes members and invitations in the database. */
import { sql } from 'kysely';
import { countOf } from '../database/count.ts';
import type { Database } from '../database/open.ts';
import { isId } from '../foundation/ids.ts';
import { monthOf } from '../foundation/month.ts';
import type { Role } from '../keys/index.ts';
import type { Invitation, Member } from './member.ts';

function memberRows(db: Database, tenantId: string) {
  return db
    .selectFrom('members')
    .innerJoin('people', 'people.id', 'members.user_id')
    .select((member) => [
      'members.member_id as memberId',
      'members.tenant_id as tenantId',
      'members.user_id as userId',
      'members.role',
      'members.sandbox_role as sandboxRole',
      'members.joined_at as joinedAt',
      'people.name',
      'people.email',
      'people.two_factor_enabled as asksForFactor',
      member
        .selectFrom('person_sessions')
        .whereRef('person_sessions.user_id', '=', 'members.user_id')
        .select(sql<number | null>`max(person_sessions.seen_at)`.as('at'))
        .as('seenAt'),
    ])
    .where('members.tenant_id', '=', tenantId)
    .where('members.removed_at', 'is', null);
}

type MemberRow = Awaited<ReturnType<ReturnType<typeof memberRows>['execute']>>[number];

function toMember({ asksForFactor, role, sandboxRole, ...row }: MemberRow): Member {
  const hasSecondFactor = asksForFactor === 1;
  return { ...row, role: role as Role, sandboxRole: sandboxRole as Role | null, hasSecondFactor };
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

/** When each address last lost its place or its invitation, by the address; ms since the epoch. */
export async function placesLost(db: Database, tenantId: string): Promise<ReadonlyMap<string, number>> {
  const places = db
    .selectFrom('members')
    .innerJoin('people', 'people.id', 'members.user_id')
    .select(['people.email', 'members.removed_at as at'])
    .where('members.tenant_id', '=', tenantId)
    .where('members.removed_at', 'is not', null);
  const offers = db
    .selectFrom('member_invitations')
    .select(['email', 'withdrawn_at as at'])
    .where('tenant_id', '=', tenantId)
    .where('withdrawn_at', 'is not', null);
  const lost = new Map<string, number>();
  for (const { email, at } of [...(await places.execute()), ...(await offers.execute())])
    if (email !== null && at !== null) lost.set(email, Math.max(at, lost.get(email) ?? 0));
  return lost;
}

/** The number of current members: the users that the tier counts. */
export function countMembers(db: Database, tenantId: string): Promise<number> {
  return countOf(db.selectFrom('members').where('tenant_id', '=', tenantId).where('removed_at', 'is', null));
}

/** Those that can still be accepted: a link for anyone expires once there is a member. */
export function openInvitations(db: Database, nowMs: number) {
  return db
    .selectFrom('member_invitations')
    .select([
      'invitation_id as invitationId',
      'tenant_id as tenantId',
      'email',
      'role',
      'sandbox_role as sandboxRole',
      'invited_by as invitedBy',
      'invited_at as invitedAt',
      'expires_at as expiresAt',
    ])
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

function toInvitation({ role, sandboxRole, ...row }: InvitationRow): Invitation {
  return { ...row, role: role as Role, sandboxRole: sandboxRole as Role | null };
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

/**
 * Counts the users that a tenant pays for: everyone who was a member at some time of the month.
 * @returns the users of a month, which is numbered as in `foundation/month.ts`.
 */
export async function usersByMonth(db: Database, tenantId: string): Promise<(month: number) => number> {
  const places = await db
    .selectFrom('members')
    .select(['user_id', 'joined_at', 'removed_at'])
    .where('tenant_id', '=', tenantId)
    .execute();
  return (month) => {
    const present = places.filter(
      ({ joined_at, removed_at }) =>
        monthOf(joined_at) <= month && (removed_at === null || monthOf(removed_at) >= month),
    );
    // A person who left and came back is one user.
    return new Set(present.map(({ user_id }) => user_id)).size;
  };
}
