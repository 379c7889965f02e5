/**
 * API keys: their fields, the form of their secrets, and their scopes. The full secret appears only in the
 * answer that creates it; everywhere else there is its SHA-256, or a masked form that identifies the key.
 */

import { hash } from 'node:crypto';
import { formatHash, sha256 } from '@assize/evidence-format';
import { isoOrNull } from '../foundation/clock.ts';
import type { FillRandom } from '../foundation/ids.ts';
import type { Environment, Plan, Tier } from '../tenants/index.ts';

export const SCOPES = [
  'governance:evaluate',
  'evidence:read',
  'evidence:write',
  'usage:read',
  'keys:manage',
  'members:manage',
  'members:provision',
] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * Allows inviting people and changing their roles. Only an owner, or the operator, can create a key with it.
 */
export const MANAGES_MEMBERS: Scope = 'members:manage';
/** The other lets a directory provision members. */
export const GRANTED_BY_OWNERS: readonly Scope[] = [MANAGES_MEMBERS, 'members:provision'];
/** Allows making keys and governing the tenant. No agent's key and no token has it. */
export const MANAGES_KEYS: Scope = 'keys:manage';
/** A key that names no scopes gets these. */
export const DEFAULT_SCOPES: readonly Scope[] = SCOPES.filter((scope) => !GRANTED_BY_OWNERS.includes(scope));
/** An agent's key never has more than these: an agent can't make or widen a credential. */
export const SCOPES_OF_AGENTS: readonly Scope[] = DEFAULT_SCOPES.filter((scope) => scope !== MANAGES_KEYS);

export const DEFAULT_LIFETIME_DAYS = 90;
export const MAX_LIFETIME_DAYS = 365;

const SECRET = /^ak_(sandbox_)?([0-9a-f]{32})$/;
const SECRET_RANDOM_BYTES = 16;
const SHOWN_AT_START = 7;
const SHOWN_AT_END = 4;

export interface ApiKey {
  tenantId: string;
  keyId: string;
  environment: Environment;
  name: string;
  /** The first seven characters of the secret, and an ellipsis. */
  prefix: string;
  last4: string;
  /** A member, a key or the operator; null if an earlier version did not record it. */
  madeBy: string | null;
  scopes: Scope[];
  /** The agent that the key belongs to; null: none, so its requests say which agent asks. */
  agentId: string | null;
  /** Times are ms since the epoch. */
  createdAt: number;
  /** null: the key does not expire. */
  expiresAt: number | null;
  revokedAt: number | null;
  lastUsedAt: number | null;
}

/** The caller and its rights: an API key, or a member who is signed in. */
export interface Principal {
  /** The id of the key (`key_…`) or of the member (`mbr_…`). One party decides on an approval only once. */
  party: string;
  /** null for an API key. */
  member: SignedInMember | null;
  tenantId: string;
  tier: Tier;
  plan: Plan;
  /** The terms agreed with the tenant, as JSON. */
  agreed: string | null;
  environment: Environment;
  chain: number;
  scopes: ReadonlySet<Scope>;
  /** null where the credential says neither which agent asks nor for whom. */
  identity: Identity | null;
}

/** The agent that a credential proves, and the person whom it acts for. */
export interface Identity {
  /** `key` for a key that belongs to an agent, `token` for a token of a trusted issuer. */
  how: 'key' | 'token';
  /** null for a token of a person who acts without an agent. */
  agentId: string | null;
  /** The person whom the agent acts for; null where the credential names none. */
  userId: string | null;
  /** null for a key. */
  token: TokenIdentity | null;
}

/** All that is kept of a token. */
export interface TokenIdentity {
  /** The id of the trusted issuer, `iss_…`. */
  issuerId: string;
  /** Its URL, the claim `iss`. */
  issuer: string;
  /** The claim `sub`. */
  subject: string;
  /** The subjects of the claim `act` (RFC 8693, section 4.1), the present actor first; at most 5. */
  actors: readonly string[];
  /** The SHA-256 of the whole token: `sha256:` and hex. */
  hash: string;
}

/** The properties of a person's request that a key's request lacks. */
export interface SignedInMember {
  /** The name shown to others; decisions carry it. */
  name: string;
  role: Role;
  sessionId: string;
  /** True where the session opens no other tenant of the person. */
  onlyHere?: true;
}

/** The roles of members; `service/members/` defines their rights. */
export const ROLES = ['owner', 'admin', 'approver', 'auditor', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

export type KeyStatus = 'active' | 'expired' | 'revoked';

export function statusOf(key: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, nowMs: number): KeyStatus {
  if (key.revokedAt !== null) return 'revoked';
  return key.expiresAt !== null && key.expiresAt <= nowMs ? 'expired' : 'active';
}

/** A key as lists show it, under the published names. */
export function keyFields(key: ApiKey) {
  const { keyId, name, environment, scopes, agentId, madeBy, createdAt, expiresAt } = key;
  return {
    id: keyId,
    name,
    environment,
    scopes,
    agent_id: agentId,
    made_by: madeBy,
    created_at: new Date(createdAt).toISOString(),
    expires_at: isoOrNull(expiresAt),
  };
}

export function newSecret(fill: FillRandom): string {
  const bytes = Buffer.alloc(SECRET_RANDOM_BYTES);
  fill(bytes);
  return `ak_${bytes.toString('hex')}`;
}

/**
 * The plain form of a secret, and whether it carried the sandbox marker; null if the text is not a secret.
 */
export function readSecret(text: string): { secret: string; marked: boolean } | null {
  const match = SECRET.exec(text);
  return match === null ? null : { secret: `ak_${match[2]}`, marked: match[1] !== undefined };
}

/**
 * The stored form for look-ups, as hex. The secret has 128 random bits, so a plain hash can't be reversed by
 * guessing.
 */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** The stored form for display: both ends of the secret. */
export function maskSecret(secret: string): string {
  return `${secret.slice(0, SHOWN_AT_START)}…${secret.slice(-SHOWN_AT_END)}`;
}

/** A masked secret as lists show it. */
export function shownSecret(masked: string): { prefix: string; last4: string } {
  return { prefix: masked.slice(0, SHOWN_AT_START + 1), last4: masked.slice(-SHOWN_AT_END) };
}

/** Identifies a key's secret in a record without helping to find it. */
export function fingerprintOf(secretHash: Uint8Array): string {
  return formatHash(sha256(secretHash));
}
