/** What was refused of agents' claims, as appends on SQLite look for it and add to it. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { refusalKey, type SoughtRefusal } from '../append-store.ts';
import type { RefusedClaimsTable } from '../tables/governance.ts';

export class SqliteRefusals {
  readonly #find: StatementSync;
  readonly #add: StatementSync;

  constructor(database: DatabaseSync) {
    this.#find = database.prepare(
      'SELECT 1 FROM refused_claims WHERE chain = ? AND agent_id = ? AND action = ? AND refused_at > ? LIMIT 1',
    );
    this.#add = database.prepare(
      `INSERT INTO refused_claims (chain, agent_id, action, risk_level, is_irreversible, refused_at)
         VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (chain, agent_id, action, risk_level, is_irreversible)
         DO UPDATE SET refused_at = excluded.refused_at`,
    );
  }

  find(sought: readonly SoughtRefusal[]): Set<string> {
    const found = sought.filter(({ chain, agent_id, action, after }) => {
      return this.#find.get(chain, agent_id, action, after) !== undefined;
    });
    return new Set(found.map(refusalKey));
  }

  add({ chain, agent_id, action, risk_level, is_irreversible, refused_at }: RefusedClaimsTable): void {
    this.#add.run(chain, agent_id, action, risk_level, is_irreversible, refused_at);
  }
}
