/** The words for what can get in, and what it may do. */
import type { AccessReviewLine } from '../../client/api.ts';

export type Line = AccessReviewLine;

export const KINDS: Record<Line['kind'], string> = {
  member: 'Member',
  invitation: 'Invitation',
  group_member: 'In a group',
  key: 'Key',
  agent: 'Agent',
  chat_account: 'Chat account',
  issuer: 'Issuer',
};

type Granted = Record<string, unknown>;
type Access = NonNullable<Line['access']>;

const listed = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : '');
const counted = (value: unknown, noun: string): string[] => {
  const count = Array.isArray(value) ? value.length : 0;
  return count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`];
};

const MAY: Record<Line['kind'], (granted: Granted) => string> = {
  member: ({ role, sandbox_role: sandbox }) =>
    sandbox === null ? String(role) : `${role}; in the sandbox ${sandbox}`,
  invitation: ({ role, sandbox_role: sandbox }) =>
    sandbox === null ? `joins as ${role}` : `joins as ${role}; in the sandbox as ${sandbox}`,
  group_member: ({ group }) => `is asked where routes ask ${group}`,
  key: ({ environment, scopes }) => `${listed(scopes)} in ${environment}`,
  agent: ({ environment, keys, issuers }) =>
    `acts in ${environment} with ${[...counted(keys, 'key'), ...counted(issuers, 'issuer')].join(' and ')}`,
  chat_account: ({ account }) => `decides as this person: ${account}`,
  issuer: ({ issuer }) => `vouches for tokens of ${issuer}`,
};

/** One sentence; what others wrote in it is not made harmless yet. */
export function mayOf({ kind }: Line, { granted }: Access): string {
  return MAY[kind](granted as Granted);
}

/** The effect of revoking. */
export const REVOKES: Record<Line['kind'], string> = {
  member: 'Removes the member, revokes the keys that they made, and withdraws their invitations',
  invitation: 'Withdraws the invitation',
  group_member: 'Takes the person out of the group',
  key: 'Revokes the key',
  agent: 'Suspends the agent, with its keys and tokens',
  chat_account: 'Unties the account',
  issuer: 'Removes the issuer: none of its tokens is accepted',
};
