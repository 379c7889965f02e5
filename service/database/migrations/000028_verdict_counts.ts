import type { Migration } from './migration.ts';

/** Counts derived from the artifacts. Missing ones are computed again while the service runs. */
export const verdictCounts: Migration = {
  version: 28,
  name: 'verdict_counts',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer, clustered }) => [
    `CREATE TABLE verdict_counts (
      chain ${integer} NOT NULL,
      unit TEXT NOT NULL,
      start ${integer} NOT NULL,
      action TEXT NOT NULL,
      verdict TEXT NOT NULL,
      evaluations ${integer} NOT NULL CHECK (evaluations > 0),
      PRIMARY KEY (chain, unit, start, action, verdict)
    ) ${clustered}`,
    `CREATE TABLE verdict_count_heads (
      chain ${integer} PRIMARY KEY,
      counted ${integer} NOT NULL
    )`,
  ],
};
