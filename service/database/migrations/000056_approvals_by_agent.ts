import type { Migration } from './migration.ts';

/** Finds the last decisions on the actions of one agent. */
export const approvalsByAgent: Migration = {
  version: 56,
  name: 'approvals_by_agent',
  release: '0.1',
  kind: 'expand',
  statements: () => [
    'CREATE INDEX approvals_by_agent ON approvals (chain, agent_id, resolved_at, approval_id)',
  ],
};
