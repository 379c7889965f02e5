import type { Migration } from '../migrate.ts';

/** What of each chain was stated to be removed, and what of that has been. */
export const removals: Migration = {
  version: 5,
  name: 'removals',
  statements: ({ integer }) => [
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
    'CREATE INDEX removals_by_place ON removals (chain, kind, first)',
  ],
};
