import type { Migration } from './migration.ts';

/** Finds resolved approvals by day and by action. */
export const resolvedApprovals: Migration = {
  version: 29,
  name: 'resolved_approvals',
  release: '0.1',
  kind: 'expand',
  statements: () => [
    'CREATE INDEX approvals_by_resolution ON approvals (chain, resolved_at, approval_id)',
    'CREATE INDEX approvals_by_action ON approvals (chain, action, resolved_at, approval_id)',
  ],
};
