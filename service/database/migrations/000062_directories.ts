import type { Migration } from './migration.ts';

/** Directories that provision members by SCIM and sign them in by SAML, with their users, and sessions of one tenant alone. */
export const directories: Migration = {
  version: 62,
  name: 'directories',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer }) => [
    `CREATE TABLE directories (
      tenant_id TEXT NOT NULL PRIMARY KEY,
      group_names TEXT NOT NULL,
      saml TEXT,
      revision ${integer} NOT NULL,
      set_at ${integer} NOT NULL,
      set_by TEXT NOT NULL,
      evidence_id TEXT NOT NULL
    )`,
    `CREATE TABLE directory_users (
      tenant_id TEXT NOT NULL,
      user_id TEXT NOT NULL,
      user_name TEXT NOT NULL,
      external_id TEXT,
      profile TEXT NOT NULL,
      active ${integer} NOT NULL,
      groups_of TEXT NOT NULL,
      revision ${integer} NOT NULL,
      created_at ${integer} NOT NULL,
      changed_at ${integer} NOT NULL,
      deleted_at ${integer},
      evidence_id TEXT NOT NULL,
      PRIMARY KEY (tenant_id, user_id)
    )`,
    'CREATE UNIQUE INDEX directory_users_present ON directory_users (tenant_id, user_name) WHERE deleted_at IS NULL',
    'ALTER TABLE person_sessions ADD COLUMN only_tenant TEXT',
  ],
};
