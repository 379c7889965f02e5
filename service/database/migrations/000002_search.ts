import type { Migration } from './migration.ts';

/**
 * Finds evidence without an index entry for each artifact (ADR 4), and holds the secrets that sign the cursors of
 * lists.
 */
export const search: Migration = {
  version: 2,
  name: 'search',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer, bytes, clustered }) => [
    `CREATE TABLE artifact_blocks (
      chain ${integer} NOT NULL,
      action TEXT NOT NULL,
      block ${integer} NOT NULL,
      artifact_type TEXT NOT NULL,
      verdict TEXT NOT NULL,
      artifacts ${integer} NOT NULL CHECK (artifacts > 0),
      first_at ${integer} NOT NULL,
      last_at ${integer} NOT NULL,
      places ${bytes} NOT NULL,
      PRIMARY KEY (chain, action, block, artifact_type, verdict)
    )`,
    `CREATE TABLE installation_secrets (
      name TEXT PRIMARY KEY,
      secret ${bytes} NOT NULL
    ) ${clustered}`,
  ],
};
