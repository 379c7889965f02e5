import type { Migration } from './migration.ts';

export const mandates: Migration = {
  version: 26,
  name: 'mandates',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer, bytes, clustered }) => [
    `CREATE TABLE mandates (
      chain ${integer} NOT NULL,
      mandate_id TEXT NOT NULL,
      agent_id TEXT NOT NULL,
      version ${integer} NOT NULL,
      terms TEXT NOT NULL,
      words ${bytes} NOT NULL,
      most_actions ${integer},
      most_micro_usd ${integer},
      actions_used ${integer} NOT NULL DEFAULT 0,
      spent_micro_usd ${integer} NOT NULL DEFAULT 0,
      opened_at ${integer} NOT NULL,
      opened_by TEXT NOT NULL,
      evidence_id TEXT NOT NULL,
      closed_at ${integer},
      closed_by TEXT,
      closed_evidence_id TEXT,
      used_up_evidence_id TEXT,
      PRIMARY KEY (chain, mandate_id)
    )`,
    'CREATE INDEX mandates_by_agent ON mandates (chain, agent_id, mandate_id)',
    `CREATE INDEX mandates_limited ON mandates (chain, mandate_id)
      WHERE closed_at IS NULL AND used_up_evidence_id IS NULL
        AND (most_actions IS NOT NULL OR most_micro_usd IS NOT NULL)`,
    `CREATE TABLE mandate_versions (
      chain ${integer} NOT NULL,
      mandate_id TEXT NOT NULL,
      version ${integer} NOT NULL,
      terms TEXT NOT NULL,
      evidence_id TEXT NOT NULL,
      PRIMARY KEY (chain, mandate_id, version)
    )`,
    `CREATE TABLE mandate_uses (
      chain ${integer} NOT NULL,
      evaluation_id TEXT NOT NULL,
      mandate_id TEXT NOT NULL,
      micro_usd ${integer} NOT NULL,
      used_at ${integer} NOT NULL,
      PRIMARY KEY (chain, evaluation_id)
    ) ${clustered}`,
    'CREATE INDEX mandate_uses_by_mandate ON mandate_uses (chain, mandate_id)',
  ],
};
