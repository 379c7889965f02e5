import type { Migration } from './migration.ts';

/** Reviews of access, and what was decided about each line of them. */
export const accessReviews: Migration = {
  version: 64,
  name: 'access_reviews',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer }) => [
    `CREATE TABLE access_reviews (
      chain ${integer} NOT NULL,
      review_id TEXT NOT NULL,
      status TEXT NOT NULL,
      started_at ${integer} NOT NULL,
      started_by TEXT NOT NULL,
      closed_at ${integer},
      closed_by TEXT,
      version ${integer} NOT NULL,
      evidence_id TEXT NOT NULL,
      PRIMARY KEY (chain, review_id)
    )`,
    "CREATE UNIQUE INDEX access_reviews_open ON access_reviews (chain) WHERE status = 'open'",
    `CREATE TABLE access_review_lines (
      chain ${integer} NOT NULL,
      review_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      subject TEXT NOT NULL,
      state TEXT NOT NULL,
      decision TEXT NOT NULL,
      by_self ${integer} NOT NULL,
      decided_at ${integer} NOT NULL,
      decided_by TEXT NOT NULL,
      evidence_id TEXT NOT NULL,
      PRIMARY KEY (chain, review_id, kind, subject)
    )`,
  ],
};
