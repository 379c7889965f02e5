/**
 * The thread that answers the service's ordinary queries on SQLite, so that no query blocks the event loop. One
 * connection, one query at a time, in their order.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { isSqliteLocked, isSqliteUnavailable, openSqliteFile, sqliteParameters, TURN_MS } from './file.ts';

export interface QueryMessage {
  number: number;
  sql: string;
  parameters: readonly unknown[];
}

export type QueryAnswer =
  | { number: number; rows: unknown[]; changes: number }
  | { number: number; error: { message: string; fault: QueryFault } };

/** `locked`: another connection holds the lock, so try again. */
export type QueryFault = 'locked' | 'unavailable' | 'statement';

const port = parentPort;
if (port === null) throw new Error('sqlite-thread.ts runs as a worker thread only');
const database = openSqliteFile((workerData as { path: string }).path);
database.exec(`PRAGMA busy_timeout = ${TURN_MS}`);

port.on('message', (message: QueryMessage | 'close') => {
  if (message === 'close') {
    database.close();
    port.close();
    return;
  }
  port.postMessage(answer(message));
});

function answer({ number, sql, parameters }: QueryMessage): QueryAnswer {
  try {
    const statement = database.prepare(sql);
    const values = sqliteParameters(parameters);
    if (statement.columns().length > 0) return { number, rows: statement.all(...values), changes: 0 };
    return { number, rows: [], changes: Number(statement.run(...values).changes) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { number, error: { message, fault: faultOf(error) } };
  }
}

function faultOf(error: unknown): QueryFault {
  if (isSqliteLocked(error)) return 'locked';
  return isSqliteUnavailable(error) ? 'unavailable' : 'statement';
}
