import type { Migration } from './migration.ts';

/** The schemas of tools' arguments. An entry names the hash of its schema, so a row needs no evidence of its own. */
export const toolSchemas: Migration = {
  version: 55,
  name: 'tool_schemas',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer, clustered }) => [
    `CREATE TABLE tool_schemas (
      chain ${integer} NOT NULL,
      tool_id TEXT NOT NULL,
      document TEXT NOT NULL,
      PRIMARY KEY (chain, tool_id)
    ) ${clustered}`,
  ],
};
