import type { Migration } from './migration.ts';

/** Sessions of agents, and the results of their calls, whose values are kept as keyed hashes. */
export const sessions: Migration = {
  version: 42,
  name: 'sessions',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer, bytes }) => [
    `CREATE TABLE sessions (
      chain ${integer} NOT NULL,
      session_key TEXT NOT NULL,
      agent_id TEXT,
      results ${integer} NOT NULL,
      value_count ${integer} NOT NULL,
      incomplete ${integer} NOT NULL,
      emptied ${integer} NOT NULL DEFAULT 0,
      confidentiality TEXT,
      has_content ${integer} NOT NULL,
      opened_at ${integer} NOT NULL,
      expires_at ${integer} NOT NULL,
      evidence_id TEXT NOT NULL,
      ended_at ${integer},
      ended_by TEXT,
      ended_evidence_id TEXT,
      PRIMARY KEY (chain, session_key)
    )`,
    'CREATE INDEX sessions_by_opening ON sessions (chain, evidence_id)',
    'CREATE INDEX sessions_open ON sessions (expires_at) WHERE ended_at IS NULL',
    `CREATE TABLE session_results (
      chain ${integer} NOT NULL,
      session_key TEXT NOT NULL,
      number ${integer} NOT NULL,
      evaluation_id TEXT NOT NULL,
      tool TEXT NOT NULL,
      source TEXT,
      confidentiality TEXT,
      value_count ${integer} NOT NULL,
      packed ${bytes} NOT NULL,
      incomplete ${integer} NOT NULL,
      reported_at ${integer} NOT NULL,
      evidence_id TEXT NOT NULL,
      PRIMARY KEY (chain, session_key, number)
    )`,
    'CREATE UNIQUE INDEX session_results_by_evaluation ON session_results (chain, evaluation_id)',
    'CREATE UNIQUE INDEX session_results_by_evidence ON session_results (chain, evidence_id)',
  ],
};
