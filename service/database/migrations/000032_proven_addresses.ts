import type { Migration } from './migration.ts';

/** Of the accounts that are there, no address counts as proven: who invited a person may have seen their link. */
export const provenAddresses: Migration = {
  version: 32,
  name: 'proven_addresses',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer }) => [`ALTER TABLE people ADD COLUMN address_proven_at ${integer}`],
};
