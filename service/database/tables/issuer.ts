/** The issuers whose tokens tenants trust. */

export interface IssuersTable {
  tenant_id: string;
  /** `iss_…` */
  issuer_id: string;
  name: string;
  /** The claim `iss`. */
  issuer: string;
  /** The claim `aud`. */
  audience: string;
  /** null: it is found by the issuer's metadata. */
  jwks_uri: string | null;
  /** A JSON list. */
  algorithms: string;
  /** JSON. */
  mapping: string;
  status: string;
  /** Tokens that were issued then or before are revoked, ms since the epoch. */
  revoked_before: number | null;
  version: number;
  created_at: number;
  created_by: string;
  /** The record of the last change. */
  evidence_id: string;
}

export interface TokenRevocationsTable {
  tenant_id: string;
  issuer_id: string;
  kind: string;
  /** The claim `jti` or `sub`. */
  value: string;
  revoked_at: number;
  revoked_by: string;
  evidence_id: string;
}

export interface IssuerTables {
  issuers: IssuersTable;
  token_revocations: TokenRevocationsTable;
}
