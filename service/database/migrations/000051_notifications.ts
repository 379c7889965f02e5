import type { Migration } from './migration.ts';

/** Links in mails that decide, browsers that ring, the wishes of members, and how the person of a session signed in. */
export const notifications: Migration = {
  version: 51,
  name: 'notifications',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer, bytes }) => [
    `CREATE TABLE decision_links (
      chain ${integer} NOT NULL,
      token_hash ${bytes} NOT NULL,
      approval_id TEXT NOT NULL,
      member_id TEXT NOT NULL,
      sealed ${bytes} NOT NULL,
      issued_at ${integer} NOT NULL,
      expires_at ${integer} NOT NULL,
      PRIMARY KEY (chain, token_hash)
    )`,
    'CREATE INDEX decision_links_by_end ON decision_links (expires_at)',
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
    `CREATE TABLE member_notifications (
      tenant_id TEXT NOT NULL,
      member_id TEXT NOT NULL,
      mail ${integer} NOT NULL,
      push ${integer} NOT NULL,
      quiet TEXT,
      digest_above ${integer},
      PRIMARY KEY (tenant_id, member_id)
    )`,
    'ALTER TABLE person_sessions ADD COLUMN way TEXT',
  ],
};
