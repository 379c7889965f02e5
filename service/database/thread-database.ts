/**
 * Opens the database for a thread that works in the background. On SQLite the calls block the thread, which saves copying
 * each row between threads, and a transaction holds the file's lock for no longer than its statements take.
 */
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import { Failure } from '../foundation/failure.ts';
import { damageMet, type OnDamage, tellingOf } from './files/damage.ts';
import type { DatabaseLocation } from './location.ts';
import type { Database } from './open.ts';
import type { Tables } from './tables/index.ts';

const RETRY_AFTER_SECONDS = 1;
/**
 * Statements stay prepared: preparing each anew took a tenth of the time of the thread that posts messages. Those with
 * lists of values differ by the lengths of the lists.
 */
const MAX_PREPARED = 200;

export interface ThreadDatabaseOptions {
  /** Whether the thread writes too. */
  writes?: boolean;
  /** Is called when an idle connection breaks. */
  onError?(error: Error): void;
}

/** Its queries reject with a {@link Failure} `unavailable` if the database can't be used now. */
export async function openDatabaseOnThread(
  location: DatabaseLocation,
  { writes = false, onError = () => undefined }: ThreadDatabaseOptions = {},
): Promise<Database> {
  const onDamage = tellingOf(location);
  if (location.kind === 'sqlite') return blockingSqlite(location.path, writes, onDamage);
  const { postgresDialect } = await import('./postgres/dialect.ts');
  return new Kysely<Tables>({ dialect: postgresDialect(location.url, { onError, onDamage }) });
}

async function blockingSqlite(path: string, writes: boolean, onDamage: OnDamage): Promise<Database> {
  const { isSqliteDamaged, isSqliteUnavailable, openSqliteFile, sqliteParameters } = await import(
    './sqlite/file.ts'
  );
  const database = openSqliteFile(path);
  if (!writes) database.exec('PRAGMA query_only = ON');
  const prepared = new Map<string, SqliteStatement>();
  const prepare = (sql: string): SqliteStatement => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    const statement = database.prepare(sql);
    const made: SqliteStatement = {
      reader: statement.columns().length > 0,
      all: (parameters) => tried(() => statement.all(...sqliteParameters(parameters))),
      run: (parameters) => tried(() => statement.run(...sqliteParameters(parameters))),
      // It has a statement of its own, because another run would end it.
      iterate: (parameters) => database.prepare(sql).iterate(...sqliteParameters(parameters)),
    };
    if (prepared.size >= MAX_PREPARED) prepared.clear();
    prepared.set(sql, made);
    return made;
  };
  const tried = <T>(call: () => T): T => {
    try {
      return call();
    } catch (error) {
      if (isSqliteDamaged(error)) throw damageMet(error, onDamage);
      throw isSqliteUnavailable(error) ? Failure.unavailable(RETRY_AFTER_SECONDS, error) : error;
    }
  };
  return new Kysely<Tables>({
    dialect: new LockingDialect({ database: { prepare, close: () => database.close() } }),
  });
}

/** Its transactions take the file's lock when they begin: one that took it later could be refused in the middle. */
class LockingDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new LockingDriver(this.#config);
  }
}

class LockingDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('BEGIN IMMEDIATE'));
  }
}
