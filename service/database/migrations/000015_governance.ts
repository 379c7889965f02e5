import type { Migration } from './migration.ts';

/** A tenant's settings and which of them are in force, its halts, and the refused claims of its agents. */
export const governance: Migration = {
  version: 15,
  name: 'governance',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer, clustered }) => [
    `CREATE TABLE governance_revisions (
      chain ${integer} NOT NULL PRIMARY KEY,
      revision ${integer} NOT NULL
    ) ${clustered}`,
    `CREATE TABLE settings_versions (
      chain ${integer} NOT NULL,
      version ${integer} NOT NULL,
      document TEXT NOT NULL,
      law_version TEXT NOT NULL,
      created_at ${integer} NOT NULL,
      created_by TEXT NOT NULL,
      PRIMARY KEY (chain, version)
    ) ${clustered}`,
    `CREATE TABLE settings_in_force (
      chain ${integer} NOT NULL PRIMARY KEY,
      version ${integer} NOT NULL,
      evidence_id TEXT NOT NULL,
      activated_at ${integer} NOT NULL,
      activated_by TEXT NOT NULL
    ) ${clustered}`,
    `CREATE TABLE halts (
      chain ${integer} NOT NULL,
      halt_id TEXT NOT NULL,
      agent_id TEXT,
      reason TEXT NOT NULL,
      halted_at ${integer} NOT NULL,
      halted_by TEXT NOT NULL,
      evidence_id TEXT NOT NULL,
      lifted_at ${integer},
      lifted_by TEXT,
      lift_reason TEXT,
      lift_evidence_id TEXT,
      PRIMARY KEY (chain, halt_id)
    ) ${clustered}`,
    // One at a time for each agent, and one for all.
    `CREATE UNIQUE INDEX halts_in_force ON halts (chain, COALESCE(agent_id, '')) WHERE lifted_at IS NULL`,
    `CREATE TABLE refused_claims (
      chain ${integer} NOT NULL,
      agent_id TEXT NOT NULL,
      action TEXT NOT NULL,
      risk_level TEXT NOT NULL,
      is_irreversible ${integer} NOT NULL,
      refused_at ${integer} NOT NULL,
      PRIMARY KEY (chain, agent_id, action, risk_level, is_irreversible)
    ) ${clustered}`,
    'CREATE INDEX refused_claims_by_time ON refused_claims (refused_at)',
  ],
};
