import type { Migration } from './migration.ts';

/** The position up to which each chain was found sound, and the faults that were found. */
export const verification: Migration = {
  version: 4,
  name: 'verification',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer, bytes }) => [
    `CREATE TABLE verifications (
      chain ${integer} PRIMARY KEY,
      size ${integer} NOT NULL CHECK (size >= 0),
      head_hash ${bytes} NOT NULL,
      tree ${bytes} NOT NULL,
      removals TEXT NOT NULL,
      verified_at ${integer} NOT NULL,
      fully_verified_at ${integer}
    )`,
    `CREATE TABLE integrity_alarms (
      chain ${integer} NOT NULL,
      alarm_id TEXT NOT NULL,
      position ${integer},
      problem TEXT NOT NULL,
      message TEXT NOT NULL,
      raised_at ${integer} NOT NULL,
      acknowledged_at ${integer},
      acknowledged_by TEXT,
      gone_at ${integer},
      PRIMARY KEY (chain, alarm_id)
    )`,
    // One alarm for each finding, even if two nodes find it at once.
    `CREATE UNIQUE INDEX integrity_alarms_by_finding ON integrity_alarms (chain, problem, COALESCE(position, -1))
      WHERE gone_at IS NULL`,
  ],
};
