import type { Migration } from './migration.ts';

/** Whether who decided had asked: without separation of duties that is allowed, and is said. */
export const decisionsByRequester: Migration = {
  version: 34,
  name: 'decisions_by_requester',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer }) => [
    `ALTER TABLE approval_decisions ADD COLUMN by_requester ${integer} NOT NULL DEFAULT 0`,
  ],
};
