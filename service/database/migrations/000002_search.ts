import type { Migration } from '../migrate.ts';

/**
 * Counts are added up over many summaries, so what they need lies side by side: SQLite keeps the rows themselves in the
 * order of the key, and PostgreSQL answers from the index alone.
 */
const COUNTS_BESIDE_THE_KEY = ' INCLUDE (artifacts, first_at, last_at)';

/** What finds evidence without an index entry for each artifact (ADR 10), and what signs the cursors of lists. */
export const search: Migration = {
  version: 2,
  name: 'search',
  statements: ({ kind, integer, bytes, clustered }) => [
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
      PRIMARY KEY (chain, action, block, artifact_type, verdict)${kind === 'postgres' ? COUNTS_BESIDE_THE_KEY : ''}
    ) ${clustered}`,
    `CREATE TABLE installation_secrets (
      name TEXT PRIMARY KEY,
      secret ${bytes} NOT NULL
    ) ${clustered}`,
  ],
};
