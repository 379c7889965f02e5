import type { Migration } from './migration.ts';

/**
 * ANALYZE keeps sample values of these columns in a table that no removal reaches. Stating the type again discards
 * them, and from then on none are kept: no query plan needs them.
 */
export const commentsUnlearned: Migration = {
  version: 41,
  name: 'comments_unlearned',
  release: '0.1',
  kind: 'expand',
  statements: ({ kind }) =>
    kind === 'sqlite'
      ? []
      : ['comment', 'decided_by'].flatMap((column) => [
          `ALTER TABLE approval_decisions ALTER COLUMN ${column} TYPE TEXT`,
          `ALTER TABLE approval_decisions ALTER COLUMN ${column} SET STATISTICS 0`,
        ]),
};
