import type { Migration } from './migration.ts';

/** Usage that leaves no evidence, each tenant's tiers over time, its agreed terms, and its invoices. */
export const billing: Migration = {
  version: 13,
  name: 'billing',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer, clustered }) => [
    `CREATE TABLE usage_calls (
      chain ${integer} NOT NULL,
      month ${integer} NOT NULL,
      meter TEXT NOT NULL,
      used ${integer} NOT NULL,
      PRIMARY KEY (chain, month, meter)
    ) ${clustered}`,
    `CREATE TABLE tenant_tiers (
      tenant_id TEXT NOT NULL,
      set_at ${integer} NOT NULL,
      tier TEXT NOT NULL,
      PRIMARY KEY (tenant_id, set_at)
    ) ${clustered}`,
    `CREATE TABLE invoices (
      tenant_id TEXT NOT NULL,
      month ${integer} NOT NULL,
      closed_at ${integer} NOT NULL,
      body TEXT NOT NULL,
      PRIMARY KEY (tenant_id, month)
    ) ${clustered}`,
    `CREATE TABLE usage_reports (
      chain ${integer} NOT NULL PRIMARY KEY,
      day ${integer} NOT NULL
    ) ${clustered}`,
    'INSERT INTO tenant_tiers (tenant_id, set_at, tier) SELECT tenant_id, created_at, tier FROM tenants',
    `ALTER TABLE tenants ADD COLUMN hard_limit ${integer} NOT NULL DEFAULT 0`,
    'ALTER TABLE tenants ADD COLUMN agreed TEXT',
  ],
};
