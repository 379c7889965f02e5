import type { Migration } from './migration.ts';

/** The accounts at chat services that members tied to themselves. */
export const chatAccounts: Migration = {
  version: 52,
  name: 'chat_accounts',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer, bytes }) => [
    `CREATE TABLE chat_accounts (
      tenant_id TEXT NOT NULL,
      account_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      account TEXT NOT NULL,
      member_id TEXT NOT NULL,
      tied_at ${integer} NOT NULL,
      untied_at ${integer},
      PRIMARY KEY (tenant_id, account_id)
    )`,
    // An account speaks for one member.
    'CREATE UNIQUE INDEX chat_accounts_tied ON chat_accounts (tenant_id, kind, account) WHERE untied_at IS NULL',
    `CREATE TABLE chat_codes (
      tenant_id TEXT NOT NULL,
      member_id TEXT NOT NULL,
      code_hash ${bytes} NOT NULL,
      expires_at ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, member_id)
    )`,
    `CREATE TABLE chat_code_tries (
      tenant_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      account TEXT NOT NULL,
      tries ${integer} NOT NULL,
      since ${integer} NOT NULL,
      PRIMARY KEY (tenant_id, kind, account)
    )`,
  ],
};
