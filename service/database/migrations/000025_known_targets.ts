import type { Migration } from './migration.ts';

export const knownTargets: Migration = {
  version: 25,
  name: 'known_targets',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer, bytes }) => [
    `CREATE TABLE known_targets (
      chain ${integer} NOT NULL,
      target_id TEXT NOT NULL,
      hash ${bytes} NOT NULL,
      kind TEXT NOT NULL,
      role TEXT,
      agent_id TEXT,
      effect TEXT,
      source TEXT NOT NULL,
      name TEXT,
      until_at ${integer},
      created_at ${integer} NOT NULL,
      created_by TEXT NOT NULL,
      evidence_id TEXT NOT NULL,
      approval_id TEXT,
      removed_at ${integer},
      removed_evidence_id TEXT,
      PRIMARY KEY (chain, target_id)
    )`,
    'CREATE INDEX known_targets_by_hash ON known_targets (chain, hash)',
  ],
};
