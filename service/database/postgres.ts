/** PostgreSQL behind Kysely, and what both its users (queries and appends) must agree on. */
import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';

/** How long a statement may run or wait for a lock, ms. */
const STATEMENT_TIMEOUT_MS = 10_000;
const LOCK_TIMEOUT_MS = 5000;
const CONNECT_TIMEOUT_MS = 3000;
const POOL_CONNECTIONS = 8;

const INT8_OID = 20;

// Every 64-bit column holds milliseconds, counts or 48-bit chain numbers: all of them exact as doubles.
pg.types.setTypeParser(INT8_OID, Number);

export function postgresClientOptions(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'assize',
  };
}

/** @param onError hears of connections that broke while idle; the pool replaces them by itself. */
export function postgresDialect(url: string, onError: (error: Error) => void): Dialect {
  const pool = new pg.Pool({ ...postgresClientOptions(url), max: POOL_CONNECTIONS });
  pool.on('error', onError);
  return new PostgresDialect({ pool });
}

/** Classes of SQLSTATE that say the statement or its data is wrong; every other error means: not now. */
const DEFECT_CLASSES = new Set(['22', '23', '42', '0A', 'P0']);

/** Whether the error says that the database can't be used now, rather than that the statement is wrong. */
export function isPostgresUnavailable(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code !== 'string' || !DEFECT_CLASSES.has(code.slice(0, 2));
}
