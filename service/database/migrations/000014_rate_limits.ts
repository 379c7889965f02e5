import type { Migration } from './migration.ts';

/** What nodes hold of each chain's limit for a second, and what was recorded of its limit for a day. */
export const rateLimits: Migration = {
  version: 14,
  name: 'rate_limits',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer, clustered }) => [
    `CREATE TABLE rate_holdings (
      chain ${integer} NOT NULL PRIMARY KEY,
      holdings TEXT NOT NULL
    ) ${clustered}`,
    `CREATE TABLE rate_days (
      chain ${integer} NOT NULL,
      day ${integer} NOT NULL,
      records ${integer} NOT NULL,
      PRIMARY KEY (chain, day)
    ) ${clustered}`,
  ],
};
