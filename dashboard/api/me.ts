/** The person who is signed in, and their rights. */

import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Me } from '../../client/api.ts';
import type { Environment } from './client.ts';
import { useEnvironment } from './environment.ts';
import { read } from './read.ts';

export type { Me };
export type Role = NonNullable<Me['role']>;

export const meQuery = (environment: Environment) =>
  queryOptions({
    queryKey: [environment, '/api/v1/me'],
    queryFn: ({ signal }) => read(environment, '/api/v1/me', {}, signal),
    staleTime: 30_000,
  });

/** Null until it is known. */
export function useMe(): Me | null {
  return useQuery(meQuery(useEnvironment())).data ?? null;
}

/** A person's rights. A page hides what they may not do; the service refuses it in any case. */
export function useMay(): {
  [Act in 'evaluate' | 'decide' | 'write' | 'manage' | 'usage' | 'payloads' | 'members']: boolean;
} {
  const me = useMe();
  const scopes = new Set(me?.scopes ?? []);
  const write = scopes.has('evidence:write');
  return {
    evaluate: scopes.has('governance:evaluate'),
    decide: write || me?.role === 'approver',
    write,
    manage: scopes.has('keys:manage'),
    usage: scopes.has('usage:read'),
    payloads: me !== null && me.role !== 'viewer',
    members: scopes.has('members:manage'),
  };
}
