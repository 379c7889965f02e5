/**
 * Appends on SQLite, over a separate connection. `BEGIN IMMEDIATE` takes the write lock of the whole file, and so of
 * every head row; another process that serves the same file waits for it.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Counts } from '../../foundation/meters.ts';
import {
  APPROVAL_COLUMNS,
  CLAIM_COLUMNS,
  COUNTER_LIST,
  EVENT_COLUMNS,
  METERED_COLUMNS,
  ON_CLAIM_CONFLICT,
  ON_COUNT_CONFLICT,
  SQLITE_PROBE,
} from '../evidence/append-columns.ts';
import {
  type AppendStore,
  type AppendTransaction,
  type BoundStatement,
  type ChainAddition,
  type ChainBudgetPeriod,
  type ChainMonth,
  chainMonthKey,
  type Head,
  headAfter,
  idempotencyKey,
  type RefusalQuery,
} from '../evidence/append-store.ts';
import type { IdempotencyRecordsTable } from '../tables/index.ts';
import { LOCK_TIMEOUT_MS, openSqliteFile, sqliteFault, sqliteParameters } from './file.ts';
import { type Insertion, insertion, writeRow } from './insertion.ts';
import { SqliteBudgets, SqliteRefusals } from './limits.ts';
import { StandingFiles } from './standing.ts';

/** @param path of the database file, already migrated. */
export function openSqliteAppendStore(path: string): AppendStore {
  let connection: Connection | null = null;

  async function over<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    connection ??= new Connection(path);
    const current = connection;
    let done: T;
    try {
      done = await work(current);
    } catch (error) {
      // After a failed read, write or sync, the connection's view of the file can't be trusted.
      if (sqliteFault(error) !== 'unknown') {
        connection = null;
        current.close();
      }
      throw error;
    }
    // Checked after the commit: a commit to a file without a path is lost when this process ends.
    current.files.require();
    return done;
  }

  return {
    transact: (chains, work) => over((current) => current.transact(chains, work)),
    probe: () => over((current) => current.transact([], async () => current.database.exec(SQLITE_PROBE))),
    faultOf: sqliteFault,
    restartLog() {
      // If a reader still needs the log, try again a second later: appends must not wait for it.
      connection?.database.exec(`
        PRAGMA busy_timeout = 0;
        PRAGMA wal_checkpoint(RESTART);
        PRAGMA busy_timeout = ${LOCK_TIMEOUT_MS};
      `);
    },
    async close() {
      connection?.close();
      connection = null;
    },
  };
}

class Connection {
  readonly database: DatabaseSync;
  readonly files: StandingFiles;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #head: StatementSync;
  readonly #tx: SqliteTransaction;

  constructor(path: string) {
    this.database = openSqliteFile(path);
    this.files = new StandingFiles(this.database, path);
    this.#begin = this.database.prepare('BEGIN IMMEDIATE');
    this.#commit = this.database.prepare('COMMIT');
    this.#head = this.database.prepare('SELECT size, head_hash AS hash FROM chains WHERE chain = ?');
    this.#tx = new SqliteTransaction(this.database);
  }

  async transact<T>(chains: readonly number[], work: (tx: AppendTransaction) => Promise<T>): Promise<T> {
    this.#begin.run();
    try {
      this.#tx.lockedHeads.clear();
      for (const chain of chains) {
        const head = this.#head.get(chain) as Head | undefined;
        if (head !== undefined) this.#tx.lockedHeads.set(chain, head);
      }
      const result = await work(this.#tx);
      this.#commit.run();
      return result;
    } catch (error) {
      if (this.database.isTransaction) this.database.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.database.close();
  }
}

class SqliteTransaction implements AppendTransaction {
  readonly lockedHeads = new Map<number, Head>();
  readonly #database: DatabaseSync;
  readonly #findIdempotency: StatementSync;
  readonly #artifact: StatementSync;
  readonly #payload: StatementSync;
  readonly #approval: Insertion<ChainAddition['approvals'][number]>;
  readonly #event: Insertion<ChainAddition['events'][number]>;
  readonly #count: Insertion<ChainAddition['metered'][number]>;
  readonly #counts: StatementSync;
  readonly #refusals: SqliteRefusals;
  readonly #claim: Insertion<ChainAddition['claims'][number]>;
  readonly #moveHead: StatementSync;
  readonly #budgets: SqliteBudgets;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#findIdempotency = database.prepare(
      'SELECT * FROM idempotency_records WHERE chain = ? AND key_hash = ? AND expires_at > ?',
    );
    this.#artifact = database.prepare(
      `INSERT INTO artifacts (chain, position, id, artifact_type, action, verdict, actor, payload_commitment,
         created_at, previous_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#payload = database.prepare(
      'INSERT INTO artifact_payloads (chain, position, salt, payload) VALUES (?, ?, ?, ?)',
    );
    this.#approval = insertion(database, 'approvals', APPROVAL_COLUMNS, { fixed: { status: "'pending'" } });
    this.#event = insertion(database, 'events', EVENT_COLUMNS);
    this.#count = insertion(database, 'usage_counters', METERED_COLUMNS, {
      fixed: { removed_bytes: '0' },
      onConflict: ON_COUNT_CONFLICT,
    });
    this.#counts = database.prepare(
      `SELECT ${COUNTER_LIST} FROM usage_counters WHERE chain = ? AND month = ?`,
    );
    this.#refusals = new SqliteRefusals(database);
    this.#claim = insertion(database, 'idempotency_records', CLAIM_COLUMNS, {
      onConflict: ON_CLAIM_CONFLICT,
    });
    this.#moveHead = database.prepare('UPDATE chains SET size = ?, head_hash = ? WHERE chain = ?');
    this.#budgets = new SqliteBudgets(database);
  }

  async heads(): Promise<ReadonlyMap<number, Head>> {
    return this.lockedHeads;
  }

  async findIdempotencyRecords(
    wanted: readonly Pick<IdempotencyRecordsTable, 'chain' | 'key_hash'>[],
    nowMs: number,
  ): Promise<Map<string, IdempotencyRecordsTable>> {
    const found = new Map<string, IdempotencyRecordsTable>();
    for (const { chain, key_hash } of wanted) {
      const row = this.#findIdempotency.get(chain, key_hash, nowMs) as IdempotencyRecordsTable | undefined;
      if (row !== undefined) found.set(idempotencyKey(chain, key_hash), row);
    }
    return found;
  }

  async countsOf(wanted: readonly ChainMonth[]): Promise<Map<string, Counts>> {
    const found = new Map<string, Counts>();
    for (const one of wanted) {
      const counts = this.#counts.get(one.chain, one.month) as Counts | undefined;
      if (counts !== undefined) found.set(chainMonthKey(one), counts);
    }
    return found;
  }

  async remaindersOf(wanted: readonly ChainBudgetPeriod[]): Promise<Map<string, number>> {
    return this.#budgets.remaindersOf(wanted);
  }

  async findRefused(sought: readonly RefusalQuery[]): Promise<Set<string>> {
    return this.#refusals.find(sought);
  }

  async runStatements(statements: readonly BoundStatement[]): Promise<boolean> {
    this.#database.exec('SAVEPOINT bound');
    for (const { sql, parameters, expectedRows } of statements) {
      if (runCounting(this.#database.prepare(sql), sqliteParameters(parameters)) !== expectedRows) {
        this.#database.exec('ROLLBACK TO bound; RELEASE bound');
        return false;
      }
    }
    this.#database.exec('RELEASE bound');
    return true;
  }

  async add(additions: readonly ChainAddition[]): Promise<void> {
    for (const addition of additions) this.#addToChain(addition);
  }

  #addToChain(addition: ChainAddition): void {
    for (const row of addition.artifacts) {
      writeRow(
        this.#artifact,
        row.chain,
        row.position,
        row.id,
        row.artifact_type,
        row.action,
        row.verdict,
        row.actor,
        row.payload_commitment,
        row.created_at,
        row.previous_hash,
        row.hash,
      );
      writeRow(this.#payload, row.chain, row.position, row.salt, row.payload);
    }
    for (const row of addition.approvals) this.#approval(row.chain, row);
    for (const row of addition.events) this.#event(row.chain, row);
    for (const row of addition.metered) this.#count(addition.chain, row);
    for (const row of addition.refused.values()) this.#refusals.add(row.chain, row);
    this.#budgets.add(addition);
    for (const row of addition.claims) this.#claim(row.chain, row);
    const { size, hash } = headAfter(addition);
    writeRow(this.#moveHead, size, hash, addition.chain);
  }
}

/** @returns the rows found by a query, or touched by any other statement. */
function runCounting(statement: StatementSync, parameters: SQLInputValue[]): number {
  if (statement.columns().length > 0) return statement.all(...parameters).length;
  return Number(statement.run(...parameters).changes);
}
