/** PostgreSQL for Kysely, and the settings that queries and appends share. */
import { type Dialect, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { Failure } from '../../foundation/failure.ts';

/** How long a statement may run or wait for a lock, ms. */
const STATEMENT_TIMEOUT_MS = 10_000;
const LOCK_TIMEOUT_MS = 5000;
/** To connect, or to wait for a connection of the pool. A busy process, such as one that starts, notices late. */
const CONNECT_TIMEOUT_MS = 10_000;
/** How long to wait for a server that does not even say that a statement timed out, ms. */
const SILENCE_TIMEOUT_MS = 11_000;
const POOL_CONNECTIONS = 8;
const RETRY_AFTER_SECONDS = 1;

const INT8_OID = 20;

// Every 64-bit column holds milliseconds, counts or 48-bit chain numbers: all of them exact as doubles.
pg.types.setTypeParser(INT8_OID, Number);

export function postgresClientOptions(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    query_timeout: SILENCE_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'assize',
  };
}

/** @param onError hears of connections that broke while idle; the pool replaces them by itself. */
export function postgresDialect(url: string, onError: (error: Error) => void): Dialect {
  const pool = new pg.Pool({ ...postgresClientOptions(url), max: POOL_CONNECTIONS });
  // The pool adds the whole client to its error, which says nothing that belongs in a log.
  pool.on('error', ({ message, stack }) => onError(Object.assign(new Error(message), { stack })));
  // A connection that breaks in use rejects its query; an error event without a listener would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new PostgresDialect({ pool: { connect: () => checkOut(pool), end: () => pool.end() } });
}

/** A connection of the pool that is dropped once the database could not be used over it. */
async function checkOut(pool: pg.Pool): Promise<PostgresPoolClient> {
  const client = await pool.connect().catch((error: unknown) => {
    throw Failure.unavailable(RETRY_AFTER_SECONDS, error);
  });
  let broken: Failure | null = null;
  const query = async (text: string, parameters: readonly unknown[]) => {
    if (broken !== null) throw broken;
    try {
      return await client.query(text, [...parameters]);
    } catch (error) {
      if (!isPostgresUnavailable(error)) throw error;
      broken = Failure.unavailable(RETRY_AFTER_SECONDS, error);
      throw broken;
    }
  };
  return {
    // The other form of `query` takes a cursor, which this dialect is not given the means to make.
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(broken ?? undefined),
  };
}

/** Classes of SQLSTATE that say the statement or its data is wrong; every other error means: not now. */
const DEFECT_CLASSES = new Set(['22', '23', '42', '0A', 'P0']);

/**
 * Whether the error means that the database can't be used now, rather than that the statement or the program is wrong.
 * The driver reports a lost connection as a plain Error without a code, so that is what a plain Error means here.
 */
export function isPostgresUnavailable(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return false;
  const code = (error as { code?: unknown }).code;
  return typeof code !== 'string' || !DEFECT_CLASSES.has(code.slice(0, 2));
}
