import type { Migration } from './migration.ts';

/** The agent that a key belongs to. Keys made before belong to none. */
export const agentsOfKeys: Migration = {
  version: 46,
  name: 'agents_of_keys',
  release: '0.1',
  kind: 'expand',
  statements: () => ['ALTER TABLE api_keys ADD COLUMN agent_id TEXT'],
};
