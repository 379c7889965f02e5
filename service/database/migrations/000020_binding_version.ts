import type { Migration } from './migration.ts';

/** Approvals that are there are bound to a request without its description: version 1. What opens one states its own. */
export const bindingVersion: Migration = {
  version: 20,
  name: 'binding_version',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer }) => [
    `ALTER TABLE approvals ADD COLUMN binding_version ${integer} NOT NULL DEFAULT 1`,
  ],
};
