import type { Migration } from './migration.ts';

/** Groups of members that routes ask for approvals, who stands in for whom, and in which capacity each decided. */
export const groupsAndStandIns: Migration = {
  version: 50,
  name: 'groups_and_stand_ins',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer }) => [
    `CREATE TABLE member_groups (
      tenant_id TEXT NOT NULL,
      group_id TEXT NOT NULL,
      name TEXT NOT NULL,
      members TEXT NOT NULL,
      revision ${integer} NOT NULL,
      created_at ${integer} NOT NULL,
      created_by TEXT NOT NULL,
      deleted_at ${integer},
      evidence_id TEXT NOT NULL,
      PRIMARY KEY (tenant_id, group_id)
    )`,
    `CREATE TABLE stand_ins (
      tenant_id TEXT NOT NULL,
      member_id TEXT NOT NULL,
      stand_in TEXT,
      from_at ${integer},
      to_at ${integer},
      set_at ${integer} NOT NULL,
      set_by TEXT NOT NULL,
      evidence_id TEXT NOT NULL,
      PRIMARY KEY (tenant_id, member_id)
    )`,
    'ALTER TABLE approval_decisions ADD COLUMN capacity TEXT',
  ],
};
