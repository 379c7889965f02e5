import type { Migration } from './migration.ts';

/** Sends notices to members too. */
export const noticesToMembers: Migration = {
  version: 54,
  name: 'notices_to_members',
  release: '0.1',
  kind: 'expand',
  statements: () => ['ALTER TABLE notices ADD COLUMN recipient TEXT'],
};
