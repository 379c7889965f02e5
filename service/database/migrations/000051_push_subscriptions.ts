import type { Migration } from './migration.ts';

/** The browsers that ring when an approval waits. */
export const pushSubscriptions: Migration = {
  version: 51,
  name: 'push_subscriptions',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer, bytes }) => [
    `CREATE TABLE push_subscriptions (
      tenant_id TEXT NOT NULL,
      subscription_id TEXT NOT NULL,
      member_id TEXT NOT NULL,
      endpoint_hash ${bytes} NOT NULL,
      host TEXT NOT NULL,
      sealed ${bytes} NOT NULL,
      user_agent TEXT,
      created_at ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, subscription_id)
    )`,
    'CREATE UNIQUE INDEX push_subscriptions_by_endpoint ON push_subscriptions (tenant_id, endpoint_hash)',
    'CREATE INDEX push_subscriptions_by_member ON push_subscriptions (tenant_id, member_id)',
  ],
};
