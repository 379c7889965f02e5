/** The roles, in words. */
import type { Role } from '../api/me.ts';

export const ROLES: Record<Role, string> = {
  owner: 'Everything, including members.',
  admin: 'Everything but members: policies, settings, keys, budgets, halts, decisions.',
  approver: 'Reads evidence, and approves or rejects what waits.',
  auditor: 'Reads evidence and usage, exports and verifies. Decides nothing.',
  viewer: 'Reads evidence without what agents sent with their requests.',
};
export const ROLE_NAMES = Object.keys(ROLES) as Role[];

/** The label of the form's choice: the sandbox may be open to more people. */
export const AS_IN_PRODUCTION = '';

export function roleOf(value: string): Role | null {
  return ROLE_NAMES.find((name) => name === value) ?? null;
}

/** The last owner can't be removed or given another role: no one could invite an owner again. */
export function isLastOwner(
  member: { member_id: string; role: Role },
  members: readonly { role: Role }[],
): boolean {
  return member.role === 'owner' && members.filter(({ role }) => role === 'owner').length === 1;
}
