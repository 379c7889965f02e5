/** A member: a person's place in a tenant, with a role. */
import type { Database } from '../database/open.ts';
import type { ChangeDeps } from '../evidence/changes/index.ts';
import type { FillRandom } from '../foundation/ids.ts';
import type { Role } from '../keys/index.ts';

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
