import type { Migration } from './migration.ts';

/**
 * Together with the unique (chain, position), either of these makes a fork impossible to store. On PostgreSQL no two
 * artifacts may follow the same one; half a hash is enough to tell them apart, and takes less room. On SQLite such an
 * index would double the bytes written for an evaluation, because each entry lands on another page. There, an artifact
 * that does not follow its predecessor is refused instead (ADR 2).
 */
const ONE_SUCCESSOR_EACH = `CREATE UNIQUE INDEX artifacts_by_previous_hash
  ON artifacts (chain, substring(previous_hash FROM 1 FOR 16))`;
const REFUSE_BROKEN_LINKS = `CREATE TRIGGER artifacts_follow_their_predecessor BEFORE INSERT ON artifacts
  WHEN NEW.position > 0 AND NOT EXISTS (
    SELECT 1 FROM artifacts
    WHERE chain = NEW.chain AND position = NEW.position - 1 AND hash = NEW.previous_hash
  )
  BEGIN SELECT RAISE(ABORT, 'an artifact must follow its predecessor'); END`;

/** Tenants, chains, keys, evidence, idempotency and escalations. */
export const firstTables: Migration = {
  version: 1,
  name: 'first_tables',
  release: '0.1',
  kind: 'expand',
  statements: ({ kind, integer, bytes, clustered }) => [
    `CREATE TABLE tenants (
      tenant_id TEXT PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      tier TEXT NOT NULL,
      plan TEXT NOT NULL,
      created_at ${integer} NOT NULL
    )`,
    `CREATE TABLE chains (
      chain ${integer} PRIMARY KEY,
      tenant_id TEXT NOT NULL REFERENCES tenants (tenant_id),
      environment TEXT NOT NULL CHECK (environment IN ('production', 'sandbox')),
      size ${integer} NOT NULL CHECK (size >= 0),
      head_hash ${bytes} NOT NULL,
      UNIQUE (tenant_id, environment)
    )`,
    `CREATE TABLE api_keys (
      tenant_id TEXT NOT NULL REFERENCES tenants (tenant_id),
      key_id TEXT NOT NULL,
      environment TEXT NOT NULL CHECK (environment IN ('production', 'sandbox')),
      name TEXT NOT NULL,
      secret_hash ${bytes} NOT NULL UNIQUE,
      prefix TEXT NOT NULL,
      scopes TEXT NOT NULL,
      created_at ${integer} NOT NULL,
      expires_at ${integer},
      revoked_at ${integer},
      last_used_at ${integer},
      PRIMARY KEY (tenant_id, key_id)
    )`,
    `CREATE TABLE artifacts (
      chain ${integer} NOT NULL,
      position ${integer} NOT NULL CHECK (position >= 0),
      created_at ${integer} NOT NULL,
      id TEXT NOT NULL,
      artifact_type TEXT NOT NULL,
      action TEXT,
      verdict TEXT,
      actor TEXT NOT NULL,
      payload_commitment ${bytes} NOT NULL,
      previous_hash ${bytes} NOT NULL,
      hash ${bytes} NOT NULL,
      PRIMARY KEY (chain, position)
    ) ${clustered}`,
    'CREATE UNIQUE INDEX artifacts_by_id ON artifacts (chain, id)',
    kind === 'sqlite' ? REFUSE_BROKEN_LINKS : ONE_SUCCESSOR_EACH,
    // Nearly every artifact is an evaluation. These are found in chain order, and need no entry here.
    `CREATE INDEX artifacts_by_rarer_type ON artifacts (chain, artifact_type, position)
      WHERE artifact_type <> 'governance_eval'`,
    `CREATE TABLE artifact_payloads (
      chain ${integer} NOT NULL,
      position ${integer} NOT NULL,
      salt ${bytes} NOT NULL,
      payload ${bytes} NOT NULL,
      PRIMARY KEY (chain, position)
    )`,
    `CREATE TABLE idempotency_records (
      chain ${integer} NOT NULL,
      key_hash ${bytes} NOT NULL,
      request_hash ${bytes} NOT NULL,
      outcome TEXT NOT NULL,
      expires_at ${integer} NOT NULL,
      PRIMARY KEY (chain, key_hash)
    ) ${clustered}`,
    'CREATE INDEX idempotency_records_by_expiry ON idempotency_records (expires_at)',
    `CREATE TABLE escalations (
      chain ${integer} NOT NULL,
      escalation_id TEXT NOT NULL,
      evidence_id TEXT NOT NULL,
      created_at ${integer} NOT NULL,
      PRIMARY KEY (chain, escalation_id)
    ) ${clustered}`,
  ],
};
