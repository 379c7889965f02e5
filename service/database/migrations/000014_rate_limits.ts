import type { Migration } from './migration.ts';

/** Each node's share of a chain's limit per second, and how much of the chain's limit per day has been recorded. */
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
