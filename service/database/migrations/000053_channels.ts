import type { Migration } from './migration.ts';

/** Channels that carry approvals to people, their messages with the attempts to send them, and answers given there. */
export const channels: Migration = {
  version: 53,
  name: 'channels',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer, bytes, clustered }) => [
    `CREATE TABLE channels (
      chain ${integer} NOT NULL,
      channel_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      options TEXT NOT NULL,
      secrets ${bytes} NOT NULL,
      created_at ${integer} NOT NULL,
      created_by TEXT NOT NULL,
      evidence_id TEXT NOT NULL,
      disabled_at ${integer},
      disabled_reason TEXT,
      disabled_evidence_id TEXT,
      failing_since ${integer},
      paused_until ${integer},
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
      status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed', 'dropped')),
      wanted ${integer} NOT NULL DEFAULT 1,
      shown TEXT,
      reference TEXT,
      attempts ${integer} NOT NULL DEFAULT 0,
      tries ${integer} NOT NULL DEFAULT 0,
      next_at ${integer},
      created_at ${integer} NOT NULL,
      delivered_at ${integer},
      PRIMARY KEY (chain, message_id)
    ) ${clustered}`,
    'CREATE INDEX channel_messages_due ON channel_messages (next_at, message_id) WHERE next_at IS NOT NULL',
    'CREATE INDEX channel_messages_of_approval ON channel_messages (chain, approval_id, channel_id)',
    'CREATE INDEX channel_messages_of_channel ON channel_messages (chain, channel_id, message_id)',
    `CREATE TABLE channel_attempts (
      chain ${integer} NOT NULL,
      message_id TEXT NOT NULL,
      attempt ${integer} NOT NULL,
      started_at ${integer} NOT NULL,
      duration_ms ${integer} NOT NULL,
      fault TEXT,
      error TEXT,
      PRIMARY KEY (chain, message_id, attempt)
    ) ${clustered}`,
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
    ) ${clustered}`,
    'CREATE INDEX channel_answers_open ON channel_answers (received_at) WHERE settled_at IS NULL',
    'ALTER TABLE approval_decisions ADD COLUMN decided_from TEXT',
    'CREATE INDEX approval_decisions_by_time ON approval_decisions (chain, decided_at, approval_id, party)',
  ],
};
