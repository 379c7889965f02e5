import type { Migration } from './migration.ts';

/** Erasures of everything about one person: the positions found, and how far their removal has come. */
export const erasures: Migration = {
  version: 40,
  name: 'erasures',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer }) => [
    `CREATE TABLE erasures (
      chain ${integer} NOT NULL,
      erasure_id TEXT NOT NULL,
      subject_hash TEXT NOT NULL,
      found TEXT NOT NULL,
      stated ${integer} NOT NULL DEFAULT 0,
      begun_at ${integer} NOT NULL,
      begun_by TEXT NOT NULL,
      evidence_id TEXT NOT NULL,
      certified_at ${integer},
      certificate_evidence_id TEXT,
      PRIMARY KEY (chain, erasure_id)
    )`,
    'CREATE INDEX erasures_under_way ON erasures (chain, erasure_id) WHERE certified_at IS NULL',
  ],
};
