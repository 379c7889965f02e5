/** Who is signed in, and what they may do. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError, type Environment, prefixOf, Unreachable } from './client.ts';
import { useEnvironment } from './environment.ts';

export type Role = 'owner' | 'admin' | 'approver' | 'auditor' | 'viewer';
export type Scope = 'governance:evaluate' | 'evidence:read' | 'evidence:write' | 'usage:read' | 'keys:manage';

export interface Me {
  kind: 'key' | 'member';
  id: string;
  name: string;
  email: string | null;
  /** In the environment of the request. */
  role: Role | null;
  sandbox_role: Role | null;
  scopes: Scope[];
  environment: Environment;
  tenant: { id: string; name: string; tier: string; plan: string };
  tenants: { id: string; name: string }[];
  version: string;
}

export const meQuery = (environment: Environment) =>
  queryOptions({
    queryKey: [environment, '/api/v1/me'],
    queryFn: async ({ signal }): Promise<Me> => {
      const url = `${prefixOf(environment)}/api/v1/me`;
      const answer = await fetch(url, { signal }).catch((error: unknown) => {
        throw new Unreachable(error);
      });
      if (!answer.ok) throw new ApiError(answer.status, await answer.json().catch(() => null));
      return answer.json();
    },
    staleTime: 30_000,
  });

/** Null until it is known. */
export function useMe(): Me | null {
  return useQuery(meQuery(useEnvironment())).data ?? null;
}

/** What a person may do. A page hides what they may not; the service refuses it in any case. */
export function useMay(): {
  [Act in 'decide' | 'write' | 'manage' | 'usage' | 'payloads' | 'members']: boolean;
} {
  const me = useMe();
  const scopes = new Set(me?.scopes ?? []);
  const write = scopes.has('evidence:write');
  return {
    decide: write || me?.role === 'approver',
    write,
    manage: scopes.has('keys:manage'),
    usage: scopes.has('usage:read'),
    payloads: me !== null && me.role !== 'viewer',
    members: me?.kind === 'member' ? me.role === 'owner' : scopes.has('keys:manage'),
  };
}
