import type { Migration } from './migration.ts';

/** The parties that have asked by a token, and the proofs of possession (RFC 9449) that were used. */
export const tokenParties: Migration = {
  version: 48,
  name: 'token_parties',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer, bytes }) => [
    `CREATE TABLE token_parties (
      tenant_id TEXT NOT NULL,
      party TEXT NOT NULL,
      issuer_id TEXT NOT NULL,
      subject TEXT NOT NULL,
      agent_id TEXT,
      user_id TEXT,
      first_seen_at ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, party)
    )`,
    `CREATE TABLE dpop_proofs (
      hash ${bytes} NOT NULL PRIMARY KEY,
      expires_at ${integer} NOT NULL
    )`,
    'CREATE INDEX dpop_proofs_by_expiry ON dpop_proofs (expires_at)',
  ],
};
