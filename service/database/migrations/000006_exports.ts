import type { Migration } from './migration.ts';

/** Exports, each pinned to a checkpoint, and their downloads. */
export const exports: Migration = {
  version: 6,
  name: 'exports',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer }) => [
    `CREATE TABLE exports (
      chain ${integer} NOT NULL,
      export_id TEXT NOT NULL,
      format TEXT NOT NULL CHECK (format IN ('json', 'csv', 'pdf')),
      filter TEXT NOT NULL,
      size ${integer} NOT NULL CHECK (size >= 0),
      checkpoint TEXT NOT NULL,
      artifact_count ${integer} NOT NULL,
      created_at ${integer} NOT NULL,
      created_by TEXT NOT NULL,
      expires_at ${integer} NOT NULL,
      PRIMARY KEY (chain, export_id)
    )`,
    `CREATE TABLE export_downloads (
      chain ${integer} NOT NULL,
      export_id TEXT NOT NULL,
      download_id TEXT NOT NULL,
      opened_by TEXT NOT NULL,
      started_at ${integer} NOT NULL,
      finished_at ${integer},
      bytes ${integer},
      PRIMARY KEY (chain, export_id, download_id)
    )`,
  ],
};
