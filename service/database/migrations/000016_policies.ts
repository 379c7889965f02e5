import type { Migration } from './migration.ts';

/** Policies, their versions, and every set of versions that was ever in force together. */
export const policies: Migration = {
  version: 16,
  name: 'policies',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer, clustered }) => [
    `CREATE TABLE policies (
      chain ${integer} NOT NULL,
      name TEXT NOT NULL,
      created_at ${integer} NOT NULL,
      active_version ${integer},
      former_version ${integer},
      evidence_id TEXT,
      changed_at ${integer} NOT NULL,
      changed_by TEXT NOT NULL,
      PRIMARY KEY (chain, name)
    ) ${clustered}`,
    `CREATE TABLE policy_versions (
      chain ${integer} NOT NULL,
      name TEXT NOT NULL,
      version ${integer} NOT NULL,
      hash TEXT NOT NULL,
      document TEXT NOT NULL,
      created_at ${integer} NOT NULL,
      created_by TEXT NOT NULL,
      PRIMARY KEY (chain, name, version)
    ) ${clustered}`,
    `CREATE TABLE policy_sets (
      chain ${integer} NOT NULL,
      set_version TEXT NOT NULL,
      members TEXT NOT NULL,
      PRIMARY KEY (chain, set_version)
    ) ${clustered}`,
  ],
};
