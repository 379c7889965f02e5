import type { Migration } from './migration.ts';

/** Budgets, the spent and reserved amounts of each in its period, and the reservation that each proceed made. */
export const budgets: Migration = {
  version: 17,
  name: 'budgets',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer, clustered }) => [
    `CREATE TABLE budgets (
      chain ${integer} NOT NULL,
      budget_id TEXT NOT NULL,
      name TEXT NOT NULL,
      agent_id TEXT,
      action_pattern TEXT,
      period TEXT NOT NULL,
      limit_micro_usd ${integer} NOT NULL,
      revision ${integer} NOT NULL,
      created_at ${integer} NOT NULL,
      created_by TEXT NOT NULL,
      deleted_at ${integer},
      evidence_id TEXT NOT NULL,
      PRIMARY KEY (chain, budget_id)
    ) ${clustered}`,
    `CREATE TABLE budget_periods (
      chain ${integer} NOT NULL,
      budget_id TEXT NOT NULL,
      period_start ${integer} NOT NULL,
      reserved_micro_usd ${integer} NOT NULL,
      spent_micro_usd ${integer} NOT NULL,
      PRIMARY KEY (chain, budget_id, period_start)
    ) ${clustered}`,
    `CREATE TABLE budget_reservations (
      chain ${integer} NOT NULL,
      evaluation_id TEXT NOT NULL,
      budget_id TEXT NOT NULL,
      period_start ${integer} NOT NULL,
      micro_usd ${integer} NOT NULL,
      status TEXT NOT NULL,
      reserved_at ${integer} NOT NULL,
      lapses_at ${integer} NOT NULL,
      settled_micro_usd ${integer},
      outcome_id TEXT,
      PRIMARY KEY (chain, evaluation_id, budget_id)
    ) ${clustered}`,
    `CREATE INDEX budget_reservations_held ON budget_reservations (lapses_at) WHERE status = 'held'`,
  ],
};
