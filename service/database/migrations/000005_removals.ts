import type { Migration } from './migration.ts';

/**
 * ANALYZE keeps sample values of these columns in a table that no removal reaches. Stating the type again discards
 * them, and from then on none are kept: no query plan needs them.
 */
const LEARN_NOTHING = [
  ['artifact_payloads', 'salt', 'BYTEA'],
  ['artifact_payloads', 'payload', 'BYTEA'],
  ['idempotency_records', 'request_hash', 'BYTEA'],
  ['idempotency_records', 'outcome', 'TEXT'],
].flatMap(([table, column, type]) => [
  `ALTER TABLE ${table} ALTER COLUMN ${column} TYPE ${type}`,
  `ALTER TABLE ${table} ALTER COLUMN ${column} SET STATISTICS 0`,
]);

/** The removals stated in each chain, and how far they have been carried out. */
export const removals: Migration = {
  version: 5,
  name: 'removals',
  release: '0.1',
  kind: 'expand',
  statements: ({ kind, integer }) => [
    `CREATE TABLE removals (
      chain ${integer} NOT NULL,
      evidence_id TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('redaction', 'retention')),
      first ${integer} NOT NULL CHECK (first >= 0),
      behind_last ${integer} NOT NULL CHECK (behind_last > first),
      stated_at ${integer} NOT NULL,
      removed_at ${integer},
      PRIMARY KEY (chain, evidence_id)
    )`,
    'CREATE UNIQUE INDEX removals_by_place ON removals (chain, kind, first)',
    'CREATE INDEX removals_under_way ON removals (chain, stated_at) WHERE removed_at IS NULL',
    ...(kind === 'postgres' ? LEARN_NOTHING : []),
  ],
};
