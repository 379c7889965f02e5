/**
 * The users of a tenant's directory, as SCIM shows them: those that it provisioned, and the members that it has not
 * touched yet, so that it can take them over.
 */
import { parseJson } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { Database } from '../database/open.ts';
import type { DirectoryUsersTable } from '../database/tables/member.ts';
import type { Clock } from '../foundation/clock.ts';
import { ROLES, type Role } from '../keys/index.ts';
import { invitationsOf, type Member, membersOf, placesLost } from '../members/index.ts';

/** The names that the directory gave; its own, and never the name of the person's account. */
export interface Profile {
  displayName?: string;
  givenName?: string;
  familyName?: string;
}

export interface DirectoryUser {
  /** `usr_…`, or the member's id for a member that the directory took over, or has not touched. */
  userId: string;
  /** The mail address, lower case. */
  userName: string;
  externalId: string | null;
  profile: Profile;
  active: boolean;
  /** The groups that they are in; each gives the role of its name, and the highest counts. */
  groups: readonly Role[];
  /** 0 for a member that the directory has not touched. */
  revision: number;
  /** ms since the epoch. */
  createdAt: number;
  changedAt: number;
}

export type DirectoryUserRow = Selectable<DirectoryUsersTable>;

export const LOWEST_ROLE: Role = 'viewer';

/** The highest role of the groups. */
export function roleOf(groups: readonly Role[]): Role {
  return ROLES.find((role) => groups.includes(role)) ?? LOWEST_ROLE;
}

/** In the order in which they were created. */
export async function directoryUsers(
  { db, clock }: { db: Database; clock: Clock },
  tenantId: string,
): Promise<DirectoryUser[]> {
  const rows = await db
    .selectFrom('directory_users')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .execute();
  const members = await membersOf(db, tenantId);
  const lost = await placesLost(db, tenantId);
  const offers = await invitationsOf(db, tenantId, clock.now());
  const present = new Set([...members, ...offers].map(({ email }) => email));
  const own = rows.map((row): DirectoryUser => {
    const lostAt = present.has(row.user_name) ? undefined : lost.get(row.user_name);
    // An owner may have removed them since the directory's last word.
    return toUser(row, lostAt === undefined || lostAt <= row.changed_at);
  });
  const known = new Set(own.map(({ userName }) => userName));
  const others = members.filter(({ email }) => !known.has(email)).map(untouched);
  return [...own, ...others].sort(
    (one, other) => one.createdAt - other.createdAt || (one.userId < other.userId ? -1 : 1),
  );
}

function toUser(row: DirectoryUserRow, isInForce: boolean): DirectoryUser {
  return {
    userId: row.user_id,
    userName: row.user_name,
    externalId: row.external_id,
    profile: parseJson(row.profile) as Profile,
    active: row.active === 1 && isInForce,
    groups: parseJson(row.groups_of) as unknown as Role[],
    revision: row.revision,
    createdAt: row.created_at,
    changedAt: row.changed_at,
  };
}

function untouched({ memberId, email, name, role, joinedAt }: Member): DirectoryUser {
  return {
    userId: memberId,
    userName: email,
    externalId: null,
    profile: { displayName: name },
    active: true,
    groups: [role],
    revision: 0,
    createdAt: joinedAt,
    changedAt: joinedAt,
  };
}

/** The user as the evidence of each change states it. */
export function userStated(user: {
  user_id: string;
  user_name: string;
  external_id: string | null;
  profile: string;
  active: number;
  groups_of: string;
  revision: number;
}) {
  const { user_id, user_name, external_id, profile, active, groups_of, revision } = user;
  return {
    ...{ user_id, user_name, external_id, revision },
    profile: parseJson(profile),
    active: active === 1,
    groups: parseJson(groups_of),
  };
}
