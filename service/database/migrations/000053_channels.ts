import type { Migration } from './migration.ts';

/** Channels by which people are told of approvals, their messages, and the answers that people gave in them. */
export const channels: Migration = {
  version: 53,
  name: 'channels',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer, bytes }) => [
    'ALTER TABLE approval_decisions ADD COLUMN decided_from TEXT',
    `CREATE TABLE channels (
      chain ${integer} NOT NULL,
      channel_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      options TEXT NOT NULL,
      secrets ${bytes} NOT NULL,
      version ${integer} NOT NULL,
      created_at ${integer} NOT NULL,
      created_by TEXT NOT NULL,
      evidence_id TEXT NOT NULL,
      disabled_at ${integer},
      disabled_reason TEXT,
      disabled_evidence_id TEXT,
      failing_since ${integer},
      rests_until ${integer},
      PRIMARY KEY (chain, channel_id)
    )`,
    // How far the events of a chain have become messages.
    `CREATE TABLE channel_heads (
      chain ${integer} NOT NULL PRIMARY KEY,
      position ${integer} NOT NULL
    )`,
    `CREATE TABLE channel_messages (
      chain ${integer} NOT NULL,
      message_id TEXT NOT NULL,
      channel_id TEXT NOT NULL,
      approval_id TEXT NOT NULL,
      reason TEXT NOT NULL,
      recipient TEXT NOT NULL,
      status TEXT NOT NULL,
      wanted ${integer} NOT NULL,
      reference TEXT,
      next_at ${integer},
      tries ${integer} NOT NULL DEFAULT 0,
      attempts ${integer} NOT NULL DEFAULT 0,
      created_at ${integer} NOT NULL,
      sent_at ${integer},
      settled_at ${integer},
      PRIMARY KEY (chain, message_id)
    )`,
    'CREATE INDEX channel_messages_due ON channel_messages (next_at, chain, channel_id) WHERE next_at IS NOT NULL',
    'CREATE INDEX channel_messages_of_approval ON channel_messages (chain, approval_id)',
    'CREATE INDEX channel_messages_of_channel ON channel_messages (chain, channel_id, message_id)',
    `CREATE TABLE channel_attempts (
      chain ${integer} NOT NULL,
      message_id TEXT NOT NULL,
      attempt ${integer} NOT NULL,
      started_at ${integer} NOT NULL,
      duration_ms ${integer} NOT NULL,
      problem TEXT,
      PRIMARY KEY (chain, message_id, attempt)
    )`,
    `CREATE TABLE channel_answers (
      chain ${integer} NOT NULL,
      answer_id TEXT NOT NULL,
      channel_id TEXT NOT NULL,
      approval_id TEXT NOT NULL,
      account TEXT NOT NULL,
      decision TEXT NOT NULL,
      comment TEXT,
      received_at ${integer} NOT NULL,
      settled_at ${integer},
      outcome TEXT,
      PRIMARY KEY (chain, answer_id)
    )`,
    'CREATE INDEX channel_answers_open ON channel_answers (received_at) WHERE settled_at IS NULL',
  ],
};
