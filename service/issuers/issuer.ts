/** An issuer of tokens that a tenant trusts. */
import type { Database } from '../database/open.ts';
export interface TrustedIssuer {
  issuerId: string;
  tenantId: string;
  name: string;
  issuer: string;
  audience: string;
  jwksUri: string | null;
  algorithms: readonly string[];
  mapping: object;
  status: 'active' | 'disabled';
  revokedBefore: number | null;
  version: number;
}
export interface Revocations {
  jtis: ReadonlySet<string>;
  subjects: ReadonlySet<string>;
}
export async function findIssuerFor(_db: Database, _i: string, _a: string): Promise<TrustedIssuer | null> {
  return null;
}
export async function revocationsOf(_db: Database, _i: string): Promise<Revocations> {
  return { jtis: new Set(), subjects: new Set() };
}
