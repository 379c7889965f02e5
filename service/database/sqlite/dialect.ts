/**
 * SQLite for Kysely: queries run on a separate thread, and a transaction holds the one connection until it ends. A
 * query that finds the file locked yields the connection, so that reads never wait for a lock.
 */
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { Failure } from '../../foundation/failure.ts';
import { Thread } from '../../foundation/thread.ts';
import { Damaged, type OnDamage } from '../files/damage.ts';
import { LOCK_TIMEOUT_MS } from './file.ts';
import type { Query, QueryAnswer, QueryFault } from './thread.ts';

/** @param path of the database file, which is created if it is missing. */
export function sqliteDialect(path: string, onDamage: OnDamage): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createDriver: () => new ThreadDriver(path, onDamage),
  };
}

class ThreadDriver implements Driver {
  readonly #path: string;
  readonly #onDamage: OnDamage;
  #connection: ThreadConnection | null = null;
  #turn: Promise<void> = Promise.resolve();
  #release: () => void = () => {};

  constructor(path: string, onDamage: OnDamage) {
    this.#path = path;
    this.#onDamage = onDamage;
  }

  async init(): Promise<void> {
    this.#connection = this.#connect();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#takeTurn();
    // A thread that ended lost its transaction; the next query gets a new thread.
    if (this.#connection === null || this.#connection.ended) this.#connection = this.#connect();
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#release();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('BEGIN IMMEDIATE'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('COMMIT'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('ROLLBACK'));
  }

  async destroy(): Promise<void> {
    await this.#connection?.close();
    this.#connection = null;
  }

  #connect(): ThreadConnection {
    const yieldConnection = () => {
      this.#release();
      return this.#takeTurn();
    };
    return new ThreadConnection(this.#path, yieldConnection, this.#onDamage);
  }

  async #takeTurn(): Promise<void> {
    const before = this.#turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#turn = promise;
    await before;
    this.#release = resolve;
  }
}

/** Another process holds the lock. */
class Locked extends Error {}

class ThreadConnection implements DatabaseConnection {
  readonly #thread: Thread<Query, QueryAnswer>;
  readonly #yieldConnection: () => Promise<void>;
  readonly #onDamage: OnDamage;

  /** @param yieldConnection lets other queries use the connection, and resolves once it is ours again. */
  constructor(path: string, yieldConnection: () => Promise<void>, onDamage: OnDamage) {
    this.#yieldConnection = yieldConnection;
    this.#onDamage = onDamage;
    this.#thread = new Thread(new URL('./thread.ts', import.meta.url), { data: { path } });
  }

  get ended(): boolean {
    return this.#thread.ended;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    let late: AbortSignal | null = null;
    for (;;) {
      try {
        return await this.#ask<R>(query);
      } catch (error) {
        if (!(error instanceof Locked)) throw error;
        // There is no wait within a transaction: it began with the lock.
        late ??= AbortSignal.timeout(LOCK_TIMEOUT_MS);
        if (late.aborted) throw databaseUnavailable(error);
        await this.#yieldConnection();
      }
    }
  }

  async #ask<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const answer = await this.#thread.ask({ sql, parameters });
    if ('error' in answer) throw this.#errorOf(answer.error);
    return { rows: answer.rows as R[], numAffectedRows: BigInt(answer.changes) };
  }

  #errorOf({ message, fault }: { message: string; fault: QueryFault }): Error {
    if (fault === 'locked') return new Locked(message);
    if (fault === 'statement') return new Error(message);
    if (fault === 'unavailable') return databaseUnavailable(new Error(message));
    const damage = new Damaged(message);
    this.#onDamage(damage);
    return databaseUnavailable(damage);
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator; reads go page by page instead.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('SQLite results are not streamed here: read page by page');
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}

export function databaseUnavailable(cause: unknown): Failure {
  return Failure.unavailable(1, cause);
}
