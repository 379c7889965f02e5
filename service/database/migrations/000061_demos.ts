import type { Migration } from './migration.ts';

/** Whether `assize demo` made a tenant, and how far it came. */
export const demos: Migration = {
  version: 61,
  name: 'demos',
  release: '0.1',
  kind: 'expand',
  statements: () => ['ALTER TABLE tenants ADD COLUMN demo TEXT'],
};
