/** What was refused of agents' claims, as appends on SQLite look for it and add to it. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { REFUSE_AGAIN, REFUSED_COLUMNS } from '../append-columns.ts';
import { refusalKey, type SoughtRefusal } from '../append-store.ts';
import type { RefusedClaimsTable } from '../tables/governance.ts';
import { type Insertion, insertion } from './insertion.ts';

export class SqliteRefusals {
  readonly #find: StatementSync;
  /** Adds one, or moves its time. */
  readonly add: Insertion<RefusedClaimsTable>;

  constructor(database: DatabaseSync) {
    this.#find = database.prepare(
      'SELECT 1 FROM refused_claims WHERE chain = ? AND agent_id = ? AND action = ? AND refused_at > ? LIMIT 1',
    );
    this.add = insertion(database, 'refused_claims', REFUSED_COLUMNS, { onConflict: REFUSE_AGAIN });
  }

  find(sought: readonly SoughtRefusal[]): Set<string> {
    const found = sought.filter(({ chain, agent_id, action, after }) => {
      return this.#find.get(chain, agent_id, action, after) !== undefined;
    });
    return new Set(found.map(refusalKey));
  }
}
