import type { Migration } from './migration.ts';

/** The issuers whose tokens a tenant trusts, and the tokens of theirs that were revoked. */
export const issuers: Migration = {
  version: 47,
  name: 'issuers',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer }) => [
    `CREATE TABLE issuers (
      tenant_id TEXT NOT NULL,
      issuer_id TEXT NOT NULL,
      name TEXT NOT NULL,
      issuer TEXT NOT NULL,
      audience TEXT NOT NULL,
      jwks_uri TEXT,
      algorithms TEXT NOT NULL,
      mapping TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('active', 'disabled', 'removed')),
      revoked_before ${integer},
      version ${integer} NOT NULL,
      created_at ${integer} NOT NULL,
      created_by TEXT NOT NULL,
      evidence_id TEXT NOT NULL,
      PRIMARY KEY (tenant_id, issuer_id)
    )`,
    // One tenant's token must never arrive in another.
    `CREATE UNIQUE INDEX issuers_by_audience ON issuers (issuer, audience) WHERE status <> 'removed'`,
    `CREATE TABLE token_revocations (
      tenant_id TEXT NOT NULL,
      issuer_id TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('jti', 'subject')),
      value TEXT NOT NULL,
      revoked_at ${integer} NOT NULL,
      revoked_by TEXT NOT NULL,
      evidence_id TEXT NOT NULL,
      PRIMARY KEY (tenant_id, issuer_id, kind, value)
    )`,
  ],
};
