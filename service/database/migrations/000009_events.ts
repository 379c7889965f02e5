import type { Migration } from './migration.ts';

/** Events, which are written together with their fact, and get their position later. */
export const events: Migration = {
  version: 9,
  name: 'events',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer, clustered }) => [
    `CREATE TABLE events (
      chain ${integer} NOT NULL,
      event_id TEXT NOT NULL,
      type TEXT NOT NULL,
      data TEXT NOT NULL,
      endpoint_id TEXT,
      created_at ${integer} NOT NULL,
      position ${integer},
      PRIMARY KEY (chain, event_id)
    ) ${clustered}`,
    'CREATE INDEX events_to_place ON events (chain, event_id) WHERE position IS NULL',
    'CREATE UNIQUE INDEX events_by_position ON events (chain, position) WHERE position IS NOT NULL',
    `CREATE TABLE event_heads (
      chain ${integer} NOT NULL PRIMARY KEY,
      size ${integer} NOT NULL
    ) ${clustered}`,
  ],
};
