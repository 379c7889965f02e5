/**
 * Takes dead rows out of PostgreSQL's tables at once, instead of whenever autovacuum comes by. What the server keeps
 * elsewhere (its log, standbys, backups) follows its own rules.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isPostgresUnavailable, postgresClientOptions } from './dialect.ts';

/** Every table that holds what artifacts say. */
const TABLES = ['artifact_payloads', 'idempotency_records'];
/** A query that is under way keeps what it may still look at; most are over after a moment. */
const PAUSES_MS = [0, 20, 50, 100, 200, 400];
/** Beyond the server's own limit, for an answer that says that it was reached. */
const ANSWER_MS = 1000;
/** As the versions of the server word it. */
const KEPT_DEAD = /(\d+) (?:are dead but not yet removable|dead row versions cannot be removed yet)/;

/** A connection of its own: VACUUM bears no transaction and may take longer than any query of a request. */
export async function eraseFromPostgres(url: string, limitMs: number): Promise<boolean> {
  const client = new pg.Client({
    ...postgresClientOptions(url),
    statement_timeout: limitMs,
    query_timeout: limitMs + ANSWER_MS,
  });
  let kept = 0;
  client.on('error', () => undefined);
  client.on('notice', ({ message = '', detail = '' }) => {
    kept += Number(KEPT_DEAD.exec(`${message}\n${detail}`)?.[1] ?? 0);
  });
  try {
    await client.connect();
    // Giving empty pages back to the system would lock the table, and hold up appends.
    for (const table of TABLES) {
      for (const pauseMs of PAUSES_MS) {
        await sleep(pauseMs);
        kept = 0;
        await client.query(`VACUUM (VERBOSE, TRUNCATE OFF) ${table}`);
        if (kept === 0) break;
      }
      // A row that an open transaction may still look at stays, however dead.
      if (kept > 0) return false;
    }
    return true;
  } catch (error) {
    if (isPostgresUnavailable(error)) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
