/** A member: a person's place in a tenant, with a role. They may have another role in the sandbox. */
import type { Database } from '../database/open.ts';
import type { ChangeDeps } from '../evidence/changes/index.ts';
import type { FillRandom } from '../foundation/ids.ts';
import { DEFAULT_SCOPES, type Role, SCOPES, type Scope } from '../keys/index.ts';

export interface Member {
  /** `mbr_` + 24 hex digits; the party in their decisions. */
  memberId: string;
  tenantId: string;
  userId: string;
  name: string;
  /** Lower case. */
  email: string;
  role: Role;
  /** null: the same as in production. */
  sandboxRole: Role | null;
  /** ms since the epoch. */
  joinedAt: number;
  /** The last request of any of their sessions, to half a minute; null if no session is left. */
  seenAt: number | null;
  hasSecondFactor: boolean;
}

/** An offer of a place: to an address, or, for the first owner, to anyone with the link. */
export interface Invitation {
  invitationId: string;
  tenantId: string;
  /** Lower case; null: anyone with the link. */
  email: string | null;
  role: Role;
  sandboxRole: Role | null;
  invitedBy: string;
  invitedAt: number;
  expiresAt: number;
}

/** The normal form of an address, so that all its spellings are equal. */
export function normalizedEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

export interface MemberDeps extends ChangeDeps {
  db: Database;
  fillRandom: FillRandom;
}

/**
 * The rights of each role. Routes refine the scopes: approvers decide on approvals without `evidence:write`, viewers see evidence
 * without payloads.
 */
const SCOPES_OF: Record<Role, readonly Scope[]> = {
  owner: SCOPES,
  admin: DEFAULT_SCOPES,
  approver: ['evidence:read'],
  auditor: ['evidence:read', 'usage:read'],
  viewer: ['evidence:read'],
};

/** Lets a directory provision members by SCIM, with any role, and nothing else. */
export const PROVISIONS_MEMBERS: Scope = 'members:provision';

/** A directory's token manages members like an owner, and its routes let it do nothing else. */
export function provisioningScopes(scopes: ReadonlySet<Scope>): ReadonlySet<Scope> {
  return scopes.has(PROVISIONS_MEMBERS) ? scopesOf('owner') : scopes;
}

export function scopesOf(role: Role): ReadonlySet<Scope> {
  return new Set(SCOPES_OF[role]);
}
