import type { Migration } from './migration.ts';

/** The newest cosignature of each witness on the checkpoints of each chain, and how offering them goes. */
export const cosignatures: Migration = {
  version: 59,
  name: 'cosignatures',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer }) => [
    `CREATE TABLE cosignatures (
      chain ${integer} NOT NULL,
      witness TEXT NOT NULL,
      size ${integer} NOT NULL,
      note TEXT,
      line TEXT,
      cosigned_at ${integer},
      error TEXT,
      disagrees ${integer} NOT NULL DEFAULT 0,
      PRIMARY KEY (chain, witness)
    )`,
  ],
};
