import type { Migration } from './migration.ts';

/** How each member wants to be told; without a row, the defaults apply. */
export const memberNotifications: Migration = {
  version: 52,
  name: 'member_notifications',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer }) => [
    `CREATE TABLE member_notifications (
      tenant_id TEXT NOT NULL,
      member_id TEXT NOT NULL,
      mail ${integer} NOT NULL,
      push ${integer} NOT NULL,
      quiet TEXT,
      digest_above ${integer},
      PRIMARY KEY (tenant_id, member_id)
    )`,
  ],
};
