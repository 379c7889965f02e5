/** The rights of each role. A member has one role in production, and may have another in the sandbox. */
import { DEFAULT_SCOPES, ROLES, type Role, SCOPES, type Scope } from '../keys/index.ts';

/**
 * Routes refine the scopes: approvers decide on approvals without `evidence:write`, viewers see evidence
 * without payloads.
 */
const SCOPES_OF: Record<Role, readonly Scope[]> = {
  owner: SCOPES,
  admin: DEFAULT_SCOPES,
  approver: ['evidence:read'],
  auditor: ['evidence:read', 'usage:read'],
  viewer: ['evidence:read'],
};

export function scopesOf(role: Role): ReadonlySet<Scope> {
  return new Set(SCOPES_OF[role]);
}

export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}
