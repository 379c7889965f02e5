import type { Migration } from './migration.ts';

/**
 * In these two indexes, a new entry always follows the last one of its chain. Nothing is ever inserted into a full
 * page, so no room needs to be left there. SQLite fills such pages by itself.
 */
export const fullPages: Migration = {
  version: 19,
  name: 'full_pages',
  release: '0.1',
  kind: 'expand',
  statements: ({ kind }) =>
    kind === 'sqlite'
      ? []
      : [
          'ALTER INDEX artifacts_pkey SET (fillfactor = 100)',
          'ALTER INDEX artifact_payloads_pkey SET (fillfactor = 100)',
        ],
};
