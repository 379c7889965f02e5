import type { Migration } from './migration.ts';

/** The tables of people keep times as ISO 8601 text, as the library that signs them in does on both databases. */
export const members: Migration = {
  version: 27,
  name: 'members',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer, bytes }) => [
    `CREATE TABLE people (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      email TEXT NOT NULL UNIQUE,
      email_verified ${integer} NOT NULL,
      image TEXT,
      two_factor_enabled ${integer},
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    )`,
    `CREATE TABLE person_sessions (
      id TEXT PRIMARY KEY,
      user_id TEXT NOT NULL,
      token TEXT NOT NULL UNIQUE,
      expires_at TEXT NOT NULL,
      ip_address TEXT,
      user_agent TEXT,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      tenant_id TEXT,
      seen_at ${integer}
    )`,
    'CREATE INDEX person_sessions_by_person ON person_sessions (user_id)',
    `CREATE TABLE person_accounts (
      id TEXT PRIMARY KEY,
      user_id TEXT NOT NULL,
      account_id TEXT NOT NULL,
      provider_id TEXT NOT NULL,
      access_token TEXT,
      refresh_token TEXT,
      id_token TEXT,
      access_token_expires_at TEXT,
      refresh_token_expires_at TEXT,
      scope TEXT,
      password TEXT,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    )`,
    'CREATE INDEX person_accounts_by_person ON person_accounts (user_id)',
    'CREATE UNIQUE INDEX person_accounts_by_provider ON person_accounts (provider_id, account_id)',
    `CREATE TABLE person_verifications (
      id TEXT PRIMARY KEY,
      identifier TEXT NOT NULL,
      value TEXT NOT NULL,
      expires_at TEXT NOT NULL,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    )`,
    'CREATE INDEX person_verifications_by_identifier ON person_verifications (identifier)',
    `CREATE TABLE person_second_factors (
      id TEXT PRIMARY KEY,
      user_id TEXT NOT NULL,
      secret TEXT NOT NULL,
      backup_codes TEXT NOT NULL,
      verified ${integer},
      failed_verification_count ${integer},
      locked_until TEXT
    )`,
    'CREATE INDEX person_second_factors_by_person ON person_second_factors (user_id)',
    `CREATE TABLE person_passkeys (
      id TEXT PRIMARY KEY,
      user_id TEXT NOT NULL,
      name TEXT,
      public_key TEXT NOT NULL,
      credential_id TEXT NOT NULL,
      counter ${integer} NOT NULL,
      device_type TEXT NOT NULL,
      backed_up ${integer} NOT NULL,
      transports TEXT,
      aaguid TEXT,
      created_at TEXT
    )`,
    'CREATE INDEX person_passkeys_by_person ON person_passkeys (user_id)',
    'CREATE INDEX person_passkeys_by_credential ON person_passkeys (credential_id)',
    `CREATE TABLE members (
      tenant_id TEXT NOT NULL,
      member_id TEXT NOT NULL,
      user_id TEXT NOT NULL,
      role TEXT NOT NULL,
      sandbox_role TEXT,
      joined_at ${integer} NOT NULL,
      removed_at ${integer},
      PRIMARY KEY (tenant_id, member_id)
    )`,
    'CREATE UNIQUE INDEX members_by_person ON members (user_id, tenant_id) WHERE removed_at IS NULL',
    `CREATE TABLE member_invitations (
      tenant_id TEXT NOT NULL,
      invitation_id TEXT NOT NULL,
      email TEXT,
      role TEXT NOT NULL,
      sandbox_role TEXT,
      token_hash ${bytes} NOT NULL UNIQUE,
      invited_by TEXT NOT NULL,
      invited_at ${integer} NOT NULL,
      expires_at ${integer} NOT NULL,
      joined_at ${integer},
      withdrawn_at ${integer},
      PRIMARY KEY (tenant_id, invitation_id)
    )`,
    `CREATE TABLE sign_in_failures (
      subject TEXT PRIMARY KEY,
      failures ${integer} NOT NULL,
      last_at ${integer} NOT NULL
    )`,
  ],
};
