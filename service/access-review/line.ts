/** One line of a review: something that can get in, and what it may do. */
import { hash } from 'node:crypto';
import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import type { Database } from '../database/open.ts';
import { type Clock, isoOrNull } from '../foundation/clock.ts';

export const ACCESS_KINDS = [
  'member',
  'invitation',
  'group_member',
  'key',
  'agent',
  'chat_account',
  'issuer',
] as const;
export type AccessKind = (typeof ACCESS_KINDS)[number];

/** A person or thing that can get in, and its rights. Times are ms since the epoch. */
export interface Access {
  kind: AccessKind;
  /** A place in a group has the ids of both (`grp_…/mbr_…`), an agent its environment and id (`production/agent-7`). */
  id: string;
  name: string;
  /** Its rights, in the words of the API. */
  granted: JsonObject;
  /** null: not known. */
  grantedBy: string | null;
  since: number;
  /** null: never, or not known. */
  lastUsedAt: number | null;
  /** null: it has no end. */
  endsAt: number | null;
}

export interface AccessDeps {
  db: Database;
  clock: Clock;
}

/** Identifies what is granted, apart from its last use: a decision is about exactly this. */
export function stateOf({ kind, id, name, granted, endsAt }: Access): string {
  return hash('sha256', canonicalJson({ kind, id, name, granted, ends_at: endsAt }), 'hex');
}

/** As the record of a decision states it. */
export function recordedAccess({ name, granted, grantedBy, since, lastUsedAt, endsAt }: Access): JsonObject {
  return {
    name,
    granted,
    granted_by: grantedBy,
    since: new Date(since).toISOString(),
    last_used_at: isoOrNull(lastUsedAt),
    ends_at: isoOrNull(endsAt),
  };
}
