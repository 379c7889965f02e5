import type { Migration } from './migration.ts';

/**
 * What ANALYZE has learned of these columns is samples of their values, in a table that no removal reaches. Stating the
 * type again forgets it, and then nothing more is learned: no query is planned by them.
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
