import type { Migration } from './migration.ts';

/** The inventory of agents of a chain, and when each agent was seen, registered or not. */
export const agents: Migration = {
  version: 45,
  name: 'agents',
  release: '0.1',
  kind: 'expand',
  statements: ({ integer }) => [
    `CREATE TABLE agents (
      chain ${integer} NOT NULL,
      name_key TEXT NOT NULL,
      agent_id TEXT NOT NULL,
      name TEXT NOT NULL,
      owner_kind TEXT CHECK (owner_kind IN ('member', 'team')),
      owner TEXT,
      purpose TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('active', 'suspended', 'retired')),
      status_reason TEXT,
      version ${integer} NOT NULL,
      created_at ${integer} NOT NULL,
      created_by TEXT NOT NULL,
      evidence_id TEXT NOT NULL,
      PRIMARY KEY (chain, name_key)
    )`,
    `CREATE TABLE agent_sightings (
      chain ${integer} NOT NULL,
      name_key TEXT NOT NULL,
      agent_id TEXT NOT NULL,
      first_seen_at ${integer} NOT NULL,
      first_evidence_id TEXT NOT NULL,
      last_seen_at ${integer} NOT NULL,
      how TEXT NOT NULL,
      PRIMARY KEY (chain, name_key)
    )`,
  ],
};
