import type { Migration } from './migration.ts';

/** Whether the decider was also the requester, which is allowed without separation of duties, and is stated. */
export const decisionsByRequester: Migration = {
  version: 34,
  name: 'decisions_by_requester',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer }) => [
    `ALTER TABLE approval_decisions ADD COLUMN by_requester ${integer} NOT NULL DEFAULT 0`,
  ],
};
