import type { Migration } from './migration.ts';

/** Existing approvals are bound to a request without its description: version 1. New ones state their version. */
export const bindingVersion: Migration = {
  version: 20,
  name: 'binding_version',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer }) => [
    `ALTER TABLE approvals ADD COLUMN binding_version ${integer} NOT NULL DEFAULT 1`,
  ],
};
