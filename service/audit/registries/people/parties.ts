/** Collects what evidence states about those who act: the roles, sessions and names of members, the scopes and the end of keys. */
import type { JsonObject } from '@assize/evidence-format';
import { SESSION } from '../../../members/record/index.ts';
import { chainOf } from '../../../tenants/index.ts';
import { type Act, actsOfType } from '../../comparing/acts.ts';
import type { CheckContext } from '../../registry.ts';

/** Allowed difference between the clocks of two nodes. It also covers the time that a node remembers a role or key. */
export const CLOCKS_MS = 300_000;

export interface RoleFrom {
  /** Times are ms since the epoch. */
  at: number;
  role: string;
  sandboxRole: string | null;
}

/** The record that ends what a party may do. */
export interface End {
  chain: number;
  position: number;
  /** ms since the epoch. */
  at: number;
}

export interface MemberOnRecord {
  roles: RoleFrom[];
  left: End | null;
  /** By session, when it is first on record. */
  sessions: Map<string, number>;
  /** Digests of all their names, earlier ones included. */
  names: Set<string>;
}

export interface KeyOnRecord {
  scopes: readonly string[];
  /** null: the key belongs to no agent. */
  agentId: string | null;
  /** ms since the epoch; `Infinity` for a key that does not expire. */
  expiresAt: number;
  revoked: End | null;
}

export interface PartiesOnRecord {
  members: Map<string, MemberOnRecord>;
  keys: Map<string, KeyOnRecord>;
  /** Parties, or `all`, of whom some record is without its payload. */
  mayHaveMore: Set<string>;
}

const ACTIONS = [
  'key.create',
  'key.revoke',
  'member.change_role',
  'member.change_sign_in',
  'member.join',
  'member.remove',
  'member.rename',
  'member.sign_in',
  'member.take_over',
];
/** Records that are made by the member whom they concern. */
const BY_THEMSELVES = new Set(['member.join', 'member.rename', 'member.sign_in', 'member.change_sign_in']);

/** Members are recorded in production, keys in their own environment, and a key of production acts in the sandbox too. */
export async function partiesOnRecord({ db, chain: own, tenantId }: CheckContext): Promise<PartiesOnRecord> {
  const found: PartiesOnRecord = { members: new Map(), keys: new Map(), mayHaveMore: new Set() };
  for (const chain of new Set([await chainOf(db, tenantId, 'production'), own])) {
    for await (const page of actsOfType({ db, chain }, 'governance_change', { actions: ACTIONS }))
      for (const act of page) take(found, act, { chain, position: act.position, at: act.at });
  }
  return found;
}

function take(found: PartiesOnRecord, { action, actor, change }: Act, end: End): void {
  if (change === null) found.mayHaveMore.add(BY_THEMSELVES.has(action) ? actor : 'all');
  else if (action === 'key.create') {
    const { key_id, scopes = [], agent_id, expires_at } = change;
    const expiresAt = typeof expires_at === 'string' ? Date.parse(expires_at) : Infinity;
    const agentId = typeof agent_id === 'string' ? agent_id : null;
    found.keys.set(String(key_id), { scopes: scopes as string[], agentId, expiresAt, revoked: null });
  } else if (action === 'key.revoke') {
    const key = found.keys.get(String(change.key_id));
    if (key !== undefined) key.revoked ??= end;
  } else takeMember(found, action, end, change);
}

function takeMember({ members }: PartiesOnRecord, action: string, end: End, change: JsonObject): void {
  const { at } = end;
  const id = String(change.member_id);
  const unknown: MemberOnRecord = { roles: [], left: null, sessions: new Map(), names: new Set() };
  const member = members.get(id) ?? unknown;
  members.set(id, member);
  if (action === 'member.remove') member.left = end;
  else if (typeof change.role === 'string') {
    const sandboxRole = (change.sandbox_role ?? null) as string | null;
    member.roles.push({ at, role: change.role, sandboxRole });
  }
  const person = (change.person ?? {}) as JsonObject;
  if (typeof person.name === 'string') member.names.add(person.name);
  const stated = Object.keys(person).filter((name) => name.startsWith(SESSION));
  const own = action === 'member.sign_in' ? [String(change.session_id)] : [];
  for (const session of [...own, ...stated.map((name) => name.slice(SESSION.length))]) {
    member.sessions.set(session, Math.min(at, member.sessions.get(session) ?? at));
  }
}
