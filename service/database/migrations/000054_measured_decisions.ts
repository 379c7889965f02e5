import type { Migration } from './migration.ts';

/** Finds decisions by their time, and sends notices to members too. */
export const measuredDecisions: Migration = {
  version: 54,
  name: 'measured_decisions',
  release: '0.1',
  kind: 'expand',
  statements: () => [
    'CREATE INDEX approval_decisions_by_time ON approval_decisions (chain, decided_at, approval_id, party)',
    'ALTER TABLE notices ADD COLUMN recipient TEXT',
  ],
};
