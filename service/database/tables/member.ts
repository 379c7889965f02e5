/** The tables of people who sign in, and of their memberships in tenants. */
import type { Generated } from 'kysely';

/** A person, of one tenant or several. Written by the library that signs people in. */
export interface PeopleTable {
  id: string;
  name: string;
  /** Lower case. */
  email: string;
  email_verified: number;
  two_factor_enabled: number | null;
  created_at: string;
  updated_at: string;
  /** When the address was proven to be the person's; null if their account is from a link that others may have seen. */
  address_proven_at: Generated<number | null>;
}

export interface PersonSessionsTable {
  id: string;
  user_id: string;
  /** SHA-256 of the token, hex; the token itself is not stored. */
  token: string;
  expires_at: string;
  ip_address: string | null;
  user_agent: string | null;
  created_at: string;
  updated_at: string;
  /** The tenant that the person is looking at; null for the first that they joined. */
  tenant_id: Generated<string | null>;
  /** The last request, to half a minute; null if there was none yet. */
  seen_at: Generated<number | null>;
  /** How they signed in, in the words of the record; null for a session from before this column. */
  way: Generated<string | null>;
  /** The only tenant that it opens, for a session that this tenant's SAML provider vouched for; null: the person's own. */
  only_tenant: Generated<string | null>;
}

/** A membership in a tenant. It stays when the member leaves, because their decisions name it. */
export interface MembersTable {
  tenant_id: string;
  member_id: string;
  user_id: string;
  role: string;
  /** null: as in production. */
  sandbox_role: string | null;
  joined_at: number;
  removed_at: Generated<number | null>;
}

export interface MemberInvitationsTable {
  tenant_id: string;
  invitation_id: string;
  /** Lower case; null for the first owner's invitation: anyone with the link may use it. */
  email: string | null;
  role: string;
  sandbox_role: string | null;
  /** SHA-256 of the token in the link. */
  token_hash: Uint8Array;
  invited_by: string;
  invited_at: number;
  expires_at: number;
  joined_at: Generated<number | null>;
  withdrawn_at: Generated<number | null>;
}

/** Recent wrong passwords, by a digest of the name and the address that they came from. */
export interface SignInFailuresTable {
  subject: string;
  failures: number;
  last_at: number;
}

/** Ways of signing in, which mostly the library writes. */
interface OfAPerson {
  id: string;
  user_id: string;
}

interface PersonPasskeysTable extends OfAPerson {
  name: string | null;
  public_key: string;
  credential_id: string;
  created_at: string | null;
}

/** The accounts that people have with providers. */
interface PersonAccountsTable extends OfAPerson {
  account_id: string;
  provider_id: string;
  /** scrypt, with its salt; null for another provider. */
  password: Generated<string | null>;
  created_at: string;
  updated_at: string;
}

/** Encrypted by the library. */
interface PersonSecondFactorsTable extends OfAPerson {
  secret: string;
  backup_codes: string;
  /** null or 0 until the first code. */
  verified: Generated<number | null>;
}

/** Hashes of single-use secrets, the library's and ours. */
export interface PersonVerificationsTable {
  id: string;
  identifier: string;
  value: string;
  expires_at: string;
  created_at: string;
  updated_at: string;
}

/** Members of an earlier version that evidence is yet to state. */
interface PeopleDueTable {
  chain: number;
  member_id: string;
  user_id: string;
}

/** A group of members that routes can ask. It stays when it is deleted, because approvals name it. */
export interface MemberGroupsTable {
  tenant_id: string;
  /** `grp_` + 24 hex digits. */
  group_id: string;
  name: string;
  /** JSON list of the ids of members, sorted; those who have left don't count. */
  members: string;
  /** Increases with each change. */
  revision: number;
  created_at: number;
  created_by: string;
  deleted_at: Generated<number | null>;
  /** The artifact of its last change. */
  evidence_id: string;
}

/** The stand-in of a member, as it was set last. */
export interface StandInsTable {
  tenant_id: string;
  /** The member who is away. */
  member_id: string;
  /** null, with both times: no longer any. */
  stand_in: string | null;
  from_at: number | null;
  to_at: number | null;
  set_at: number;
  set_by: string;
  evidence_id: string;
}

/** The names that a tenant's directory has for the groups of the roles, and its SAML provider. */
export interface DirectoriesTable {
  tenant_id: string;
  /** JSON: the directory's name for the group of each role. */
  group_names: string;
  /** JSON; null where there is none. */
  saml: string | null;
  /** Increases with each change. */
  revision: number;
  set_at: number;
  set_by: string;
  evidence_id: string;
}

/** A user as the directory stated it last. */
export interface DirectoryUsersTable {
  tenant_id: string;
  /** `usr_` + 24 hex digits, or the member's id where the directory took a member over. */
  user_id: string;
  /** The mail address, lower case. */
  user_name: string;
  /** The directory's own id. */
  external_id: string | null;
  /** JSON: the names that it gave. */
  profile: string;
  active: number;
  /** JSON list of roles, the groups that the user is in. */
  groups_of: string;
  /** Increases with each change. */
  revision: number;
  created_at: number;
  changed_at: number;
  deleted_at: Generated<number | null>;
  /** The artifact of its last change. */
  evidence_id: string;
}

/** A review of everything that can get in. It is in the tenant's production chain. */
export interface AccessReviewsTable {
  chain: number;
  /** `rev_…` */
  review_id: string;
  status: string;
  started_at: number;
  started_by: string;
  closed_at: number | null;
  closed_by: string | null;
  /** Increases with each decision, and when it is closed. */
  version: number;
  /** The record of the last change. */
  evidence_id: string;
}

/** The last decision about one line of a review. */
export interface AccessReviewLinesTable {
  chain: number;
  review_id: string;
  kind: string;
  /** The id of what was decided about. */
  subject: string;
  /** SHA-256 of the access that was decided about, hex. */
  state: string;
  decision: string;
  /** 1 if the reviewer kept their own access, since no other person could review. */
  by_self: number;
  decided_at: number;
  decided_by: string;
  /** The record of the decision. */
  evidence_id: string;
}

export interface MemberTables {
  directories: DirectoriesTable;
  directory_users: DirectoryUsersTable;
  member_groups: MemberGroupsTable;
  stand_ins: StandInsTable;
  people_due: PeopleDueTable;
  person_accounts: PersonAccountsTable;
  person_passkeys: PersonPasskeysTable;
  person_second_factors: PersonSecondFactorsTable;
  person_verifications: PersonVerificationsTable;
  people: PeopleTable;
  person_sessions: PersonSessionsTable;
  members: MembersTable;
  member_invitations: MemberInvitationsTable;
  sign_in_failures: SignInFailuresTable;
  access_reviews: AccessReviewsTable;
  access_review_lines: AccessReviewLinesTable;
}
