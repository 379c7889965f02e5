/** A member: a person's place in a tenant, with a role. */
import type { Database } from '../database/open.ts';
import type { ChangeDeps } from '../evidence/changes/index.ts';
import type { FillRandom } from '../foundation/ids.ts';
import type { Role } from '../keys/index.ts';

export interface Member {
  /** `mbr_` + 24 hex: the party of what they decide. */
  memberId: string;
  tenantId: string;
  userId: string;
  name: string;
  /** Lower case. */
  email: string;
  role: Role;
  /** null: as in production. */
  sandboxRole: Role | null;
  /** ms since the epoch. */
  joinedAt: number;
  /** The last request of any of their sessions, to half a minute; null: none is left. */
  seenAt: number | null;
  hasSecondFactor: boolean;
}

/** A place that is offered: to an address, or, for the first owner, to anyone with the link. */
export interface Invitation {
  invitationId: string;
  tenantId: string;
  /** Lower case; null: to anyone with the link. */
  email: string | null;
  role: Role;
  sandboxRole: Role | null;
  invitedBy: string;
  invitedAt: number;
  expiresAt: number;
}

/** One form for an address, so that it is met again however it is written. */
export function normalizedEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

export interface MemberDeps extends ChangeDeps {
  db: Database;
  fillRandom: FillRandom;
}
