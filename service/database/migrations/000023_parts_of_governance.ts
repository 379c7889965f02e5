import type { Migration } from './migration.ts';

/** Tools and targets are many and change often, so they have revisions of their own. */
export const partsOfGovernance: Migration = {
  version: 23,
  name: 'parts_of_governance',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer }) => [
    `ALTER TABLE governance_revisions ADD COLUMN tools_revision ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE governance_revisions ADD COLUMN targets_revision ${integer} NOT NULL DEFAULT 0`,
  ],
};
