import type { Migration } from './migration.ts';

/** Links in mails: each lets one member decide one approval. */
export const decisionLinks: Migration = {
  version: 50,
  name: 'decision_links',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer, bytes }) => [
    `CREATE TABLE decision_links (
      chain ${integer} NOT NULL,
      token_hash ${bytes} NOT NULL,
      approval_id TEXT NOT NULL,
      member_id TEXT NOT NULL,
      sealed ${bytes} NOT NULL,
      issued_at ${integer} NOT NULL,
      expires_at ${integer} NOT NULL,
      PRIMARY KEY (chain, token_hash)
    )`,
    'CREATE INDEX decision_links_by_end ON decision_links (expires_at)',
  ],
};
