import type { Migration } from './migration.ts';

/** Finds an agent's score however its name is written; only its own party changes and uses it. */
export const trustedByName: Migration = {
  version: 36,
  name: 'trusted_by_name',
  release: '0.1',
  kind: 'expand',
  statements: () => [
    "ALTER TABLE trust_ledger ADD COLUMN agent_key TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE trust_ledger ADD COLUMN party TEXT NOT NULL DEFAULT ''",
    'CREATE INDEX trust_ledger_by_key ON trust_ledger (agent_key, chain)',
  ],
};
