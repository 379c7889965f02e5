import type { Migration } from './migration.ts';

/** Receivers of the evidence in a SIEM, how far each has come, and what it was sent. */
export const sinks: Migration = {
  version: 58,
  name: 'sinks',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer, bytes, clustered }) => [
    `CREATE TABLE sinks (
      chain ${integer} NOT NULL,
      sink_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      options TEXT NOT NULL,
      secrets ${bytes} NOT NULL,
      created_at ${integer} NOT NULL,
      created_by TEXT NOT NULL,
      evidence_id TEXT NOT NULL,
      paused_at ${integer},
      next_at ${integer} NOT NULL DEFAULT 0,
      tries ${integer} NOT NULL DEFAULT 0,
      failing_since ${integer},
      told_at ${integer},
      last_error TEXT,
      last_sent_at ${integer},
      PRIMARY KEY (chain, sink_id)
    )`,
    `CREATE TABLE sink_heads (
      chain ${integer} NOT NULL,
      sink_id TEXT NOT NULL,
      stream TEXT NOT NULL CHECK (stream IN ('evidence', 'events')),
      position ${integer} NOT NULL,
      PRIMARY KEY (chain, sink_id, stream)
    )`,
    `CREATE TABLE sink_ranges (
      chain ${integer} NOT NULL,
      sink_id TEXT NOT NULL,
      stream TEXT NOT NULL,
      number ${integer} NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('sent', 'gap')),
      first ${integer} NOT NULL,
      behind_last ${integer} NOT NULL,
      messages ${integer} NOT NULL,
      bytes ${integer} NOT NULL,
      hash ${bytes} NOT NULL,
      rendering TEXT NOT NULL,
      own ${integer} NOT NULL,
      begun_at ${integer} NOT NULL,
      ended_at ${integer},
      evidence_id TEXT,
      PRIMARY KEY (chain, sink_id, stream, number)
    ) ${clustered}`,
    'CREATE INDEX sink_ranges_unstated ON sink_ranges (begun_at) WHERE evidence_id IS NULL',
  ],
};
