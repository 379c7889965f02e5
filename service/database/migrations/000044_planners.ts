import type { Migration } from './migration.ts';

/** The model that plans the tasks of a chain, with its key sealed. */
export const planners: Migration = {
  version: 44,
  name: 'planners',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer, bytes }) => [
    `CREATE TABLE planners (
      chain ${integer} NOT NULL PRIMARY KEY,
      api TEXT NOT NULL CHECK (api IN ('openai', 'anthropic')),
      url TEXT NOT NULL,
      model TEXT NOT NULL,
      key ${bytes} NOT NULL,
      timeout_ms ${integer} NOT NULL,
      max_output_tokens ${integer} NOT NULL,
      evidence_id TEXT NOT NULL,
      set_at ${integer} NOT NULL,
      set_by TEXT NOT NULL
    )`,
  ],
};
