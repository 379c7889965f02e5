import type { Migration } from './migration.ts';

/** The people who answer for the controls of frameworks. */
export const controlOwners: Migration = {
  version: 65,
  name: 'control_owners',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer }) => [
    `CREATE TABLE control_owners (
      chain ${integer} NOT NULL,
      framework TEXT NOT NULL,
      control TEXT NOT NULL,
      owner TEXT NOT NULL,
      from_at ${integer} NOT NULL,
      to_at ${integer} NOT NULL,
      evidence_id TEXT NOT NULL,
      PRIMARY KEY (chain, framework, control)
    )`,
  ],
};
