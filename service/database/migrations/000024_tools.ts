import type { Migration } from './migration.ts';

/** The catalogue of tools: every state of every entry, and the chain's revisions between which it was current. */
export const tools: Migration = {
  version: 24,
  name: 'tools',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer, clustered }) => [
    `CREATE TABLE tools (
      chain ${integer} NOT NULL,
      tool_id TEXT NOT NULL,
      since_revision ${integer} NOT NULL,
      until_revision ${integer},
      state TEXT NOT NULL,
      name TEXT NOT NULL,
      server TEXT,
      source TEXT NOT NULL,
      hash TEXT NOT NULL,
      document TEXT NOT NULL,
      evidence_id TEXT NOT NULL,
      changed_at ${integer} NOT NULL,
      changed_by TEXT NOT NULL,
      PRIMARY KEY (chain, tool_id, since_revision)
    ) ${clustered}`,
    // One name is one tool.
    'CREATE UNIQUE INDEX tools_by_name ON tools (chain, name) WHERE until_revision IS NULL',
    'CREATE INDEX tools_now ON tools (chain, tool_id) WHERE until_revision IS NULL',
  ],
};
