import type { Migration } from './migration.ts';

/**
 * From here on, evidence states people and the ways they sign in by digests. People who are already in the tables are
 * stated once, when the service starts.
 */
export const peopleCounterparts: Migration = {
  version: 35,
  name: 'people_counterparts',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer, clustered }) => [
    `CREATE TABLE people_due (
      chain ${integer} NOT NULL,
      member_id TEXT NOT NULL,
      user_id TEXT NOT NULL,
      PRIMARY KEY (chain, member_id)
    ) ${clustered}`,
    `INSERT INTO people_due (chain, member_id, user_id)
      SELECT chains.chain, members.member_id, members.user_id FROM members
      INNER JOIN chains ON chains.tenant_id = members.tenant_id AND chains.environment = 'production'
      WHERE members.removed_at IS NULL`,
  ],
};
