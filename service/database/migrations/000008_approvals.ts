import type { Migration } from './migration.ts';

/** The planner would keep sample bindings in a table that no removal reaches. */
const LEARN_NOTHING = 'ALTER TABLE approvals ALTER COLUMN binding SET STATISTICS 0';

/**
 * An escalation becomes an approval that a human can give. Earlier ones can no longer be given, because no record says
 * which request they would be bound to: they are carried over as cancelled.
 */
export const approvals: Migration = {
  version: 8,
  name: 'approvals',
  release: '0.1',
  kind: 'contract',
  statements: ({ kind, integer, bytes, clustered }) => [
    `CREATE TABLE approvals (
      chain ${integer} NOT NULL,
      approval_id TEXT NOT NULL,
      evidence_id TEXT NOT NULL,
      status TEXT NOT NULL
        CHECK (status IN ('pending', 'approved', 'rejected', 'expired', 'cancelled', 'consumed')),
      action TEXT NOT NULL,
      agent_id TEXT,
      user_id TEXT,
      requested_by TEXT,
      risk_level TEXT,
      required_approvals ${integer} NOT NULL CHECK (required_approvals > 0),
      binding ${bytes} NOT NULL,
      created_at ${integer} NOT NULL,
      expires_at ${integer} NOT NULL,
      resolved_at ${integer},
      resolution_evidence_id TEXT,
      consumed_at ${integer},
      consumed_by TEXT,
      PRIMARY KEY (chain, approval_id)
    ) ${clustered}`,
    `INSERT INTO approvals (chain, approval_id, evidence_id, status, action, required_approvals, binding, created_at,
        expires_at, resolved_at)
      SELECT escalations.chain, 'apr_' || substr(escalation_id, 5), evidence_id, 'cancelled', COALESCE(action, ''), 1,
        ${kind === 'sqlite' ? "x''" : "''::bytea"}, escalations.created_at, escalations.created_at, escalations.created_at
      FROM escalations LEFT JOIN artifacts
        ON artifacts.chain = escalations.chain AND artifacts.id = escalations.evidence_id`,
    'DROP TABLE escalations',
    'CREATE INDEX approvals_by_status ON approvals (chain, status, created_at, approval_id)',
    'CREATE INDEX approvals_by_evidence ON approvals (chain, evidence_id)',
    "CREATE INDEX approvals_to_expire ON approvals (expires_at) WHERE status = 'pending'",
    `CREATE TABLE approval_decisions (
      chain ${integer} NOT NULL,
      approval_id TEXT NOT NULL,
      party TEXT NOT NULL,
      decision TEXT NOT NULL CHECK (decision IN ('approved', 'rejected')),
      decided_by TEXT,
      comment TEXT,
      decided_at ${integer} NOT NULL,
      PRIMARY KEY (chain, approval_id, party)
    ) ${clustered}`,
    `CREATE TABLE approval_repeats (
      chain ${integer} NOT NULL,
      evidence_id TEXT NOT NULL,
      approval_id TEXT NOT NULL,
      PRIMARY KEY (chain, evidence_id)
    ) ${clustered}`,
    ...(kind === 'postgres' ? [LEARN_NOTHING] : []),
  ],
};
