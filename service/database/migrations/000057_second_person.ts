import type { Migration } from './migration.ts';

/** The part of governance that an approval is about, where a change waits for a second person. */
export const secondPerson: Migration = {
  version: 57,
  name: 'second_person',
  release: '0.1',
  kind: 'expand',
  statements: () => ['ALTER TABLE approvals ADD COLUMN governs TEXT'],
};
