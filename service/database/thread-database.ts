/**
 * Opens the database for a thread that only reads large amounts in the background. On SQLite the calls block the
 * thread, which saves copying each row between threads.
 */
import { Kysely, SqliteDialect, type SqliteStatement } from 'kysely';
import { Failure } from '../foundation/failure.ts';
import type { DatabaseLocation } from './location.ts';
import type { Database } from './open.ts';
import type { Tables } from './tables/index.ts';

const RETRY_AFTER_SECONDS = 1;

/** Its queries reject with a {@link Failure} `unavailable` if the database can't be used now. */
export async function openDatabaseOnThread(location: DatabaseLocation): Promise<Database> {
  if (location.kind === 'sqlite') return blockingSqlite(location.path);
  const { postgresDialect } = await import('./postgres/dialect.ts');
  return new Kysely<Tables>({ dialect: postgresDialect(location.url, () => undefined) });
}

async function blockingSqlite(path: string): Promise<Database> {
  const { isSqliteUnavailable, openSqliteFile, sqliteParameters } = await import('./sqlite/file.ts');
  const database = openSqliteFile(path);
  database.exec('PRAGMA query_only = ON');
  const prepare = (sql: string): SqliteStatement => {
    const statement = database.prepare(sql);
    return {
      reader: statement.columns().length > 0,
      all(parameters) {
        try {
          return statement.all(...sqliteParameters(parameters));
        } catch (error) {
          throw isSqliteUnavailable(error) ? Failure.unavailable(RETRY_AFTER_SECONDS, error) : error;
        }
      },
      run: (parameters) => statement.run(...sqliteParameters(parameters)),
      iterate: (parameters) => statement.iterate(...sqliteParameters(parameters)),
    };
  };
  return new Kysely<Tables>({
    dialect: new SqliteDialect({ database: { prepare, close: () => database.close() } }),
  });
}
