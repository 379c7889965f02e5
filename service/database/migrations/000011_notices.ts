import type { Migration } from '../migrate.ts';

/** Whom a tenant's notices go to, and each notice once: its key says what it is about. */
export const notices: Migration = {
  version: 11,
  name: 'notices',
  statements: ({ integer, clustered }) => [
    'ALTER TABLE tenants ADD COLUMN contact TEXT',
    `CREATE TABLE notices (
      tenant_id TEXT NOT NULL,
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
  ],
};
