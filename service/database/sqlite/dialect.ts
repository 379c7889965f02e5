/**
 * SQLite for Kysely: queries run on a separate thread, and a transaction holds the one connection until it ends. A
 * query that finds the file locked yields the connection, so that reads never wait for a lock.
 */
import { Worker } from 'node:worker_threads';
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
import { LOCK_TIMEOUT_MS } from './file.ts';
import type { QueryAnswer, QueryFault } from './thread.ts';

/** @param path of the database file, which is created if it is missing. */
export function sqliteDialect(path: string): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createDriver: () => new ThreadDriver(path),
  };
}

class ThreadDriver implements Driver {
  readonly #path: string;
  #connection: ThreadConnection | null = null;
  #turn: Promise<void> = Promise.resolve();
  #release: () => void = () => {};

  constructor(path: string) {
    this.#path = path;
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
    return new ThreadConnection(this.#path, () => {
      this.#release();
      return this.#takeTurn();
    });
  }

  async #takeTurn(): Promise<void> {
    const before = this.#turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#turn = promise;
    await before;
    this.#release = resolve;
  }
}

/** Another connection holds the lock. */
class Locked extends Error {}

class ThreadConnection implements DatabaseConnection {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, PromiseWithResolvers<QueryResult<unknown>>>();
  #next = 0;
  readonly #yieldConnection: () => Promise<void>;
  #dead: Failure | null = null;

  /** @param yieldConnection lets the others use the connection, and resolves once it is ours again. */
  constructor(path: string, yieldConnection: () => Promise<void>) {
    this.#yieldConnection = yieldConnection;
    this.#worker = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: { path },
      resourceLimits: { maxYoungGenerationSizeMb: 16 },
    });
    this.#worker.on('message', (answer: QueryAnswer) => this.#settle(answer));
    this.#worker.on('error', (cause) => this.#fail(cause));
    this.#worker.on('exit', () => this.#fail(new Error('the database thread ended')));
  }

  get ended(): boolean {
    return this.#dead !== null;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    let late: AbortSignal | null = null;
    for (;;) {
      try {
        return await this.#ask<R>(query);
      } catch (error) {
        if (!(error instanceof Locked)) throw error;
        // Within a transaction there is no wait: it began with the lock.
        late ??= AbortSignal.timeout(LOCK_TIMEOUT_MS);
        if (late.aborted) throw databaseUnavailable(error);
        await this.#yieldConnection();
      }
    }
  }

  #ask<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#dead !== null) return Promise.reject(this.#dead);
    const waiting = Promise.withResolvers<QueryResult<unknown>>();
    const number = this.#next++;
    // Posted first: a message that can't be posted throws here, before any caller waits for it.
    this.#worker.postMessage({ number, sql: query.sql, parameters: query.parameters });
    this.#waiting.set(number, waiting);
    return waiting.promise as Promise<QueryResult<R>>;
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator; reads go page by page instead.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('SQLite results are not streamed here: read page by page');
  }

  async close(): Promise<void> {
    if (this.ended) return;
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#worker.postMessage('close');
    await ended;
  }

  #settle(answer: QueryAnswer): void {
    const waiting = this.#waiting.get(answer.number);
    if (waiting === undefined) return;
    this.#waiting.delete(answer.number);
    if ('error' in answer) {
      waiting.reject(errorOf(answer.error));
    } else {
      waiting.resolve({ rows: answer.rows, numAffectedRows: BigInt(answer.changes) });
    }
  }

  #fail(cause: Error): void {
    this.#dead ??= databaseUnavailable(cause);
    for (const waiting of this.#waiting.values()) waiting.reject(this.#dead);
    this.#waiting.clear();
  }
}

function errorOf({ message, fault }: { message: string; fault: QueryFault }): Error {
  if (fault === 'locked') return new Locked(message);
  const cause = new Error(message);
  return fault === 'unavailable' ? databaseUnavailable(cause) : cause;
}

export function databaseUnavailable(cause: unknown): Failure {
  return Failure.unavailable(1, cause);
}
