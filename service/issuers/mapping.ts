/** What a token means: the caller that its claims describe. */
import type { Scope } from '../keys/index.ts';
import type { Environment } from '../tenants/index.ts';
export type CompiledMapping = object;
export interface Mapped {
  environment: Environment;
  agentId: string | null;
  userId: string | null;
  scopes: Scope[];
}
export function compileMapping(m: object): CompiledMapping {
  return m;
}
export function mapClaims(_m: CompiledMapping, _c: Record<string, unknown>): Mapped {
  return { environment: 'production', agentId: null, userId: null, scopes: [] };
}
