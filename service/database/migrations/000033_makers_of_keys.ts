import type { Migration } from './migration.ts';

/** Existing keys get their maker from the record of their creation, if the time of creation identifies it. */
export const makersOfKeys: Migration = {
  version: 33,
  name: 'makers_of_keys',
  release: '0.1',
  kind: 'expand',
  statements: () => [
    'ALTER TABLE api_keys ADD COLUMN made_by TEXT',
    `UPDATE api_keys SET made_by = made.maker
      FROM (
        SELECT chains.tenant_id, chains.environment, artifacts.created_at, MIN(artifacts.actor) AS maker
        FROM chains JOIN artifacts ON artifacts.chain = chains.chain
        WHERE artifact_type = 'governance_change' AND artifact_type <> 'governance_eval' AND action = 'key.create'
        GROUP BY chains.tenant_id, chains.environment, artifacts.created_at
        HAVING MIN(artifacts.actor) = MAX(artifacts.actor)
      ) AS made
      WHERE made.tenant_id = api_keys.tenant_id
        AND made.environment = api_keys.environment
        AND made.created_at = api_keys.created_at`,
    'CREATE INDEX api_keys_by_maker ON api_keys (tenant_id, made_by)',
  ],
};
