import type { Migration } from './migration.ts';

/** The endpoints that events are sent to, the pending deliveries, and the result of each attempt. */
export const webhooks: Migration = {
  version: 10,
  name: 'webhooks',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer, bytes, clustered }) => [
    `CREATE TABLE webhook_endpoints (
      chain ${integer} NOT NULL,
      endpoint_id TEXT NOT NULL,
      url TEXT NOT NULL,
      description TEXT,
      types TEXT,
      secret ${bytes} NOT NULL,
      previous_secret ${bytes},
      previous_until ${integer},
      created_at ${integer} NOT NULL,
      created_by TEXT NOT NULL,
      disabled_at ${integer},
      disabled_reason TEXT,
      failing_since ${integer},
      due_at ${integer},
      lease_holder TEXT,
      lease_until ${integer},
      PRIMARY KEY (chain, endpoint_id)
    )`,
    'CREATE INDEX webhook_endpoints_due ON webhook_endpoints (due_at) WHERE due_at IS NOT NULL',
    `CREATE TABLE webhook_deliveries (
      chain ${integer} NOT NULL,
      endpoint_id TEXT NOT NULL,
      position ${integer} NOT NULL,
      event_id TEXT NOT NULL,
      type TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
      attempts ${integer} NOT NULL DEFAULT 0,
      tries ${integer} NOT NULL DEFAULT 0,
      next_at ${integer},
      created_at ${integer} NOT NULL,
      settled_at ${integer},
      PRIMARY KEY (chain, endpoint_id, position)
    ) ${clustered}`,
    `CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (chain, endpoint_id, next_at, position)
      WHERE status = 'pending'`,
    `CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (chain, endpoint_id, position)
      WHERE status = 'failed'`,
    `CREATE TABLE webhook_attempts (
      chain ${integer} NOT NULL,
      endpoint_id TEXT NOT NULL,
      position ${integer} NOT NULL,
      attempt ${integer} NOT NULL,
      started_at ${integer} NOT NULL,
      duration_ms ${integer} NOT NULL,
      status ${integer},
      error TEXT,
      response ${bytes},
      PRIMARY KEY (chain, endpoint_id, position, attempt)
    ) ${clustered}`,
  ],
};
