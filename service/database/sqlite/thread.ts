/**
 * The thread that answers the service's ordinary queries on SQLite, so that no query blocks the event loop. One
 * connection, one query at a time, in their order.
 */
import type { DatabaseSync } from 'node:sqlite';
import { serveThread } from '../../foundation/thread.ts';
import {
  isSqliteDamaged,
  isSqliteLocked,
  isSqliteUnavailable,
  openSqliteFile,
  sqliteParameters,
  TURN_MS,
} from './file.ts';
import { StandingFiles } from './standing.ts';

export interface Query {
  sql: string;
  parameters: readonly unknown[];
}

export type QueryAnswer =
  | { rows: unknown[]; changes: number }
  | { error: { message: string; fault: QueryFault } };

/** `locked`: another connection holds the lock, so try again. */
export type QueryFault = 'locked' | 'unavailable' | 'damaged' | 'statement';

await serveThread(
  ({ path }: { path: string }) => {
    const database = openSqliteFile(path, 'make');
    database.exec(`PRAGMA busy_timeout = ${TURN_MS}`);
    const files = new StandingFiles(database, path);
    return { answer: (query: Query) => answer(database, files, query), close: () => database.close() };
  },
  { isUrgent: true },
);

function answer(database: DatabaseSync, files: StandingFiles, { sql, parameters }: Query): QueryAnswer {
  try {
    files.require();
    const statement = database.prepare(sql);
    const values = sqliteParameters(parameters);
    if (statement.columns().length > 0) return { rows: statement.all(...values), changes: 0 };
    return { rows: [], changes: Number(statement.run(...values).changes) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { error: { message, fault: faultOf(error) } };
  }
}

function faultOf(error: unknown): QueryFault {
  if (isSqliteLocked(error)) return 'locked';
  if (isSqliteDamaged(error)) return 'damaged';
  return isSqliteUnavailable(error) ? 'unavailable' : 'statement';
}
