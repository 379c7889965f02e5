import type { Migration } from './migration.ts';

/** Keyed hashes of the words in payloads. Each row holds a share of the hashes for a block of positions. */
export const valueBlocks: Migration = {
  version: 39,
  name: 'value_blocks',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer, bytes, clustered }) => [
    `CREATE TABLE value_blocks (
      chain ${integer} NOT NULL,
      bucket ${integer} NOT NULL,
      block ${integer} NOT NULL,
      entries ${bytes} NOT NULL,
      PRIMARY KEY (chain, bucket, block)
    ) ${clustered}`,
    'CREATE INDEX value_blocks_by_block ON value_blocks (chain, block, bucket)',
  ],
};
