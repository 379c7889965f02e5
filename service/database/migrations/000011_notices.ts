import type { Migration } from './migration.ts';

/** The contact that a tenant's notices go to, and each notice once, by its kind and subject. */
export const notices: Migration = {
  version: 11,
  name: 'notices',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer, clustered }) => [
    'ALTER TABLE tenants ADD COLUMN contact TEXT',
    `ALTER TABLE tenants ADD COLUMN approvals_told_at ${integer}`,
    `CREATE TABLE notices (
      tenant_id TEXT NOT NULL,
      notice_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      subject TEXT NOT NULL,
      chain ${integer} NOT NULL,
      data TEXT NOT NULL,
      created_at ${integer} NOT NULL,
      due_at ${integer},
      tries ${integer} NOT NULL DEFAULT 0,
      sent_at ${integer},
      sent_to TEXT,
      PRIMARY KEY (tenant_id, kind, subject)
    ) ${clustered}`,
    'CREATE INDEX notices_due ON notices (due_at) WHERE due_at IS NOT NULL',
    'CREATE INDEX notices_by_id ON notices (tenant_id, notice_id)',
    // Finds expiring keys by their time, however many keys there are.
    'CREATE INDEX api_keys_expiring ON api_keys (expires_at) WHERE revoked_at IS NULL AND expires_at IS NOT NULL',
  ],
};
