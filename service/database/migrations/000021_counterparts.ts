import type { Migration } from './migration.ts';

/**
 * From here on, alarms, decisions, endpoints and exports have their counterpart in evidence. Those that a chain already
 * holds are stated in it once, when the service starts, together with the endpoints that were disabled automatically.
 */
export const counterparts: Migration = {
  version: 21,
  name: 'counterparts',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer, clustered }) => [
    `CREATE TABLE takeovers_due (chain ${integer} NOT NULL PRIMARY KEY) ${clustered}`,
    'INSERT INTO takeovers_due (chain) SELECT chain FROM chains WHERE size > 0',
    'ALTER TABLE webhook_endpoints ADD COLUMN disabled_evidence_id TEXT',
    "UPDATE webhook_endpoints SET disabled_evidence_id = '' WHERE disabled_at IS NOT NULL",
    `CREATE INDEX webhook_endpoints_to_record ON webhook_endpoints (disabled_at)
      WHERE disabled_at IS NOT NULL AND disabled_evidence_id IS NULL`,
  ],
};
