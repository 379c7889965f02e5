import type { Migration } from './migration.ts';

const COUNTS_BESIDE_THE_KEY = ' INCLUDE (artifacts, first_at, last_at)';

/**
 * Counts are added up over many summaries, so this step stores the columns that they need side by side: SQLite keeps
 * the rows themselves in the order of the key, and PostgreSQL answers from the index alone. Summaries are derived, so
 * the existing ones are dropped, and are computed again while the service runs.
 */
export const leanSummaries: Migration = {
  version: 7,
  name: 'lean_summaries',
  release: '0.1',
  kind: 'contract',
  statements: ({ kind, integer, bytes, clustered }) => [
    'DROP TABLE artifact_blocks',
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
  ],
};
