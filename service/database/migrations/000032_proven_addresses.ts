import type { Migration } from './migration.ts';

/** The addresses of existing accounts don't count as proven: the inviter may have seen the link. */
export const provenAddresses: Migration = {
  version: 32,
  name: 'proven_addresses',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer }) => [`ALTER TABLE people ADD COLUMN address_proven_at ${integer}`],
};
