import type { Migration } from './migration.ts';

/**
 * The Merkle tree of each chain, its last checkpoint, the keys that verify it, and the leases that share work among
 * nodes.
 */
export const log: Migration = {
  version: 3,
  name: 'log',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer, bytes, clustered }) => [
    `CREATE TABLE tiles (
      chain ${integer} NOT NULL,
      level ${integer} NOT NULL CHECK (level >= 0),
      tile ${integer} NOT NULL CHECK (tile >= 0),
      hashes ${bytes} NOT NULL,
      PRIMARY KEY (chain, level, tile)
    )`,
    `CREATE TABLE checkpoints (
      chain ${integer} PRIMARY KEY,
      size ${integer} NOT NULL CHECK (size >= 0),
      root ${bytes} NOT NULL,
      note TEXT NOT NULL,
      signed_at ${integer} NOT NULL
    )`,
    `CREATE TABLE verifier_keys (
      public_key ${bytes} PRIMARY KEY,
      valid_from ${integer} NOT NULL,
      valid_until ${integer}
    ) ${clustered}`,
    `CREATE TABLE leases (
      name TEXT PRIMARY KEY,
      holder TEXT NOT NULL,
      expires_at ${integer} NOT NULL
    ) ${clustered}`,
  ],
};
