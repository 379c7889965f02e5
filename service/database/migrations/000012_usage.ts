import type { Migration } from './migration.ts';

const MONTH = {
  sqlite: `CAST(strftime('%Y', created_at / 1000, 'unixepoch') AS INTEGER) * 12
    + CAST(strftime('%m', created_at / 1000, 'unixepoch') AS INTEGER) - 1`,
  postgres: `(EXTRACT(YEAR FROM to_timestamp(created_at / 1000) AT TIME ZONE 'UTC') * 12
    + EXTRACT(MONTH FROM to_timestamp(created_at / 1000) AT TIME ZONE 'UTC') - 1)::bigint`,
};

/** Metered counters, initialised from the stored evidence: payloads that have already been removed are not counted. */
export const usage: Migration = {
  version: 12,
  name: 'usage',
  release: '0.1',
  kind: 'expand',
  statements: ({ kind, integer, clustered }) => [
    `CREATE TABLE usage_counters (
      chain ${integer} NOT NULL,
      month ${integer} NOT NULL,
      evaluations ${integer} NOT NULL,
      emissions ${integer} NOT NULL,
      compliance_checks ${integer} NOT NULL,
      payload_bytes ${integer} NOT NULL,
      removed_bytes ${integer} NOT NULL,
      PRIMARY KEY (chain, month)
    ) ${clustered}`,
    'CREATE INDEX usage_counters_by_month ON usage_counters (month)',
    // Counting happens once, so it may take as long as it needs.
    ...(kind === 'postgres' ? ['SET LOCAL statement_timeout = 0'] : []),
    `INSERT INTO usage_counters (chain, month, evaluations, emissions, compliance_checks, payload_bytes, removed_bytes)
      SELECT artifacts.chain, ${MONTH[kind]} AS month,
        SUM(CASE WHEN artifact_type = 'governance_eval' THEN 1 ELSE 0 END),
        COUNT(*),
        SUM(CASE WHEN artifact_type = 'compliance_check' THEN 1 ELSE 0 END),
        COALESCE(SUM(octet_length(payload)), 0), 0
      FROM artifacts LEFT JOIN artifact_payloads
        ON artifact_payloads.chain = artifacts.chain AND artifact_payloads.position = artifacts.position
      WHERE artifact_type <> 'governance_change'
      GROUP BY 1, 2`,
  ],
};
