import type { Migration } from './migration.ts';

/** The processes that serve this database, so that a newer program knows which versions it must not harm. */
export const nodes: Migration = {
  version: 30,
  name: 'nodes',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer }) => [
    `CREATE TABLE nodes (
      node_id TEXT PRIMARY KEY,
      program TEXT NOT NULL,
      oldest_beside TEXT NOT NULL,
      seen_at ${integer} NOT NULL
    )`,
  ],
};
