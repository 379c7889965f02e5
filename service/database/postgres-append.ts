/**
 * Appends on PostgreSQL, over a connection of their own that is opened again after it broke. A batch for one chain
 * whose head this node moved last is one statement, one round trip, one commit: it moves the head only if nobody else
 * has, and adds the artifacts only if it moved. Any other batch locks its heads first.
 */
import pg from 'pg';
import {
  type AppendStore,
  type AppendTransaction,
  type BoundStatement,
  type BudgetPeriod,
  type ChainAddition,
  type Counts,
  type Head,
  headAfter,
  idempotencyKey,
  NOTHING_COUNTED,
} from './append-store.ts';
import { KnownHeads } from './known-heads.ts';
import { isPostgresUnavailable, postgresClientOptions } from './postgres.ts';
import { addToChainStatement } from './postgres-addition.ts';
import { remaindersOf } from './postgres-budgets.ts';
import type { IdempotencyRecordsTable } from './tables.ts';

/** @param url of the database, already migrated. */
export function openPostgresAppendStore(url: string): AppendStore {
  let client: pg.Client | null = null;
  const known = new KnownHeads();

  async function connect(): Promise<pg.Client> {
    const opened = new pg.Client(postgresClientOptions(url));
    opened.on('error', () => {
      if (client === opened) client = null;
    });
    await opened.connect();
    await requireDurableCommits(opened);
    return opened;
  }

  return {
    async transact(chains, work) {
      client ??= await connect();
      const current = client;
      try {
        const head = known.headToTry(chains);
        if (head !== null) {
          try {
            return await work(new OptimisticTransaction(current, head, known));
          } catch (error) {
            if (!(error instanceof LockNeeded)) throw error;
          }
        }
        return await transactLocked(current, chains, known, work);
      } catch (error) {
        // The state of a connection that failed is unknown; ending it rolls back whatever was open.
        known.forget();
        client = null;
        await current.end().catch(() => undefined);
        throw error;
      }
    },
    isUnavailable: isPostgresUnavailable,
    restartLog() {},
    async close() {
      await client?.end();
      client = null;
    },
  };
}

async function transactLocked<T>(
  client: pg.Client,
  chains: readonly number[],
  known: KnownHeads,
  work: (tx: AppendTransaction) => Promise<T>,
): Promise<T> {
  const tx = new LockedTransaction(client, await lockHeads(client, chains));
  const result = await work(tx);
  // PostgreSQL answers the COMMIT of a failed transaction with success and the word ROLLBACK.
  const { command } = await client.query('COMMIT');
  if (command !== 'COMMIT') throw new Error('the transaction was not committed');
  for (const [chain, head] of tx.moved) known.set(chain, head);
  return result;
}

/** A server that acknowledges commits before they are on disk is told not to, for this connection. */
async function requireDurableCommits(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ synchronous_commit: string }>('SHOW synchronous_commit');
  if (rows[0]?.synchronous_commit === 'off') await client.query('SET synchronous_commit TO on');
}

/** Locks in the order of the chains' numbers, so that two nodes never wait for each other. */
async function lockHeads(client: pg.Client, chains: readonly number[]): Promise<Map<number, Head>> {
  const wanted = chains.map((chain) => BigInt(chain).toString()).join(', ');
  // Two statements in one round trip; node-postgres answers with one result for each.
  const results = (await client.query(
    `BEGIN; SELECT chain, size, head_hash FROM chains WHERE chain IN (${wanted}) ORDER BY chain FOR UPDATE`,
  )) as unknown as pg.QueryResult<{ chain: number; size: number; head_hash: Uint8Array }>[];
  const heads = new Map<number, Head>();
  for (const row of results[1]?.rows ?? []) heads.set(row.chain, { size: row.size, hash: row.head_hash });
  return heads;
}

/** The batch can't be written without locking its heads first. */
class LockNeeded extends Error {}

class OptimisticTransaction implements AppendTransaction {
  readonly heads: ReadonlyMap<number, Head>;
  readonly #client: pg.Client;
  readonly #known: KnownHeads;

  constructor(client: pg.Client, heads: ReadonlyMap<number, Head>, known: KnownHeads) {
    this.#client = client;
    this.heads = heads;
    this.#known = known;
  }

  async addToChain(addition: ChainAddition): Promise<void> {
    const { rowCount } = await this.#client.query(addToChainStatement(addition));
    if (rowCount === addition.artifacts.length) {
      this.#known.set(addition.chain, headAfter(addition));
      return;
    }
    this.#known.meetOther();
    throw new LockNeeded();
  }

  async findIdempotencyRecords(): Promise<never> {
    throw new LockNeeded();
  }

  async countsOf(): Promise<never> {
    throw new LockNeeded();
  }

  /** As of the head that is tried, or nothing is added: who took of a budget since has moved it. */
  remaindersOf(chain: number, periods: readonly BudgetPeriod[]): Promise<Map<string, number>> {
    return remaindersOf(this.#client, chain, periods);
  }

  async runStatements(): Promise<never> {
    throw new LockNeeded();
  }

  async addIdempotencyRecords(): Promise<never> {
    throw new LockNeeded();
  }
}

class LockedTransaction implements AppendTransaction {
  readonly heads: ReadonlyMap<number, Head>;
  readonly moved = new Map<number, Head>();
  readonly #client: pg.Client;

  constructor(client: pg.Client, heads: ReadonlyMap<number, Head>) {
    this.#client = client;
    this.heads = heads;
  }

  async addToChain(addition: ChainAddition): Promise<void> {
    const { rowCount } = await this.#client.query(addToChainStatement(addition));
    if (rowCount !== addition.artifacts.length) throw new Error('a locked head was not where it was');
    this.moved.set(addition.chain, headAfter(addition));
  }

  async findIdempotencyRecords(
    wanted: readonly Pick<IdempotencyRecordsTable, 'chain' | 'key_hash'>[],
    nowMs: number,
  ): Promise<Map<string, IdempotencyRecordsTable>> {
    const { rows } = await this.#client.query<IdempotencyRecordsTable>(
      `SELECT r.* FROM unnest($1::bigint[], $2::bytea[]) AS wanted (chain, key_hash)
         JOIN idempotency_records r ON r.chain = wanted.chain AND r.key_hash = wanted.key_hash
         WHERE r.expires_at > $3`,
      [wanted.map((record) => record.chain), wanted.map((record) => Buffer.from(record.key_hash)), nowMs],
    );
    return new Map(rows.map((row) => [idempotencyKey(row.chain, row.key_hash), row]));
  }

  async countsOf(chain: number, month: number): Promise<Counts> {
    const { rows } = await this.#client.query<Counts>({
      name: 'counts_of',
      text: 'SELECT evaluations, emissions, compliance_checks FROM usage_counters WHERE chain = $1 AND month = $2',
      values: [chain, month],
    });
    return rows[0] ?? { ...NOTHING_COUNTED };
  }

  remaindersOf(chain: number, periods: readonly BudgetPeriod[]): Promise<Map<string, number>> {
    return remaindersOf(this.#client, chain, periods);
  }

  async runStatements(statements: readonly BoundStatement[]): Promise<boolean> {
    await this.#client.query('SAVEPOINT bound');
    for (const { sql, parameters, expectedRows } of statements) {
      const { rowCount } = await this.#client.query(sql, [...parameters]);
      if (rowCount !== expectedRows) {
        await this.#client.query('ROLLBACK TO SAVEPOINT bound');
        return false;
      }
    }
    await this.#client.query('RELEASE SAVEPOINT bound');
    return true;
  }

  async addIdempotencyRecords(rows: readonly IdempotencyRecordsTable[]): Promise<void> {
    await this.#client.query({
      name: 'add_idempotency_records',
      text: `INSERT INTO idempotency_records (chain, key_hash, request_hash, outcome, expires_at)
        SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bytea[], $4::text[], $5::bigint[])
        ON CONFLICT (chain, key_hash) DO UPDATE SET request_hash = excluded.request_hash,
          outcome = excluded.outcome, expires_at = excluded.expires_at`,
      values: [
        rows.map((row) => row.chain),
        rows.map((row) => Buffer.from(row.key_hash)),
        rows.map((row) => Buffer.from(row.request_hash)),
        rows.map((row) => row.outcome),
        rows.map((row) => row.expires_at),
      ],
    });
  }
}
