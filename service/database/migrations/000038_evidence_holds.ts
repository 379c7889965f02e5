import type { Migration } from './migration.ts';

/** Legal holds. `caught_up_at` says when retention caught up on the payloads that a lifted hold had kept. */
export const evidenceHolds: Migration = {
  version: 38,
  name: 'evidence_holds',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer }) => [
    `CREATE TABLE evidence_holds (
      chain ${integer} NOT NULL,
      hold_id TEXT NOT NULL,
      filter TEXT NOT NULL,
      reason TEXT NOT NULL,
      held_at ${integer} NOT NULL,
      held_by TEXT NOT NULL,
      evidence_id TEXT NOT NULL,
      lifted_at ${integer},
      lifted_by TEXT,
      lift_reason TEXT,
      lift_evidence_id TEXT,
      caught_up_at ${integer},
      PRIMARY KEY (chain, hold_id)
    )`,
    'CREATE INDEX evidence_holds_in_force ON evidence_holds (chain, hold_id) WHERE lifted_at IS NULL',
  ],
};
