/**
 * Appends on PostgreSQL, over a separate connection that is opened again after a fault. A batch for one chain whose
 * head this node moved last is one statement, one round trip and one commit: it moves the head only if no other node
 * has, and adds the artifacts only if it moved. Any other batch locks its heads first.
 */
import { POSTGRES_PROBE } from '../evidence/append-columns.ts';
import {
  type AppendStore,
  type AppendTransaction,
  type BudgetPeriod,
  type ChainAddition,
  type Head,
  headAfter,
  type RefusalQuery,
} from '../evidence/append-store.ts';
import { KnownHeads } from '../evidence/known-heads.ts';
import { addToChainBy } from './addition.ts';
import { remaindersOf } from './budgets.ts';
import { type AppendConnection, connectToAppend, FOR_APPENDING } from './connection.ts';
import { postgresFault } from './dialect.ts';
import { findRefused, LockedTransaction, lockHeads } from './locked.ts';
import { SameServer } from './same-server.ts';

/** @param url of the database, already migrated. */
export function openPostgresAppendStore(url: string): AppendStore {
  let connection: AppendConnection | null = null;
  const known = new KnownHeads();
  const server = new SameServer();

  async function connect(): Promise<AppendConnection> {
    const opened = await connectToAppend(url);
    opened.onEnd(() => {
      if (connection === opened) connection = null;
    });
    return opened;
  }

  async function over<T>(work: (connection: AppendConnection) => Promise<T>): Promise<T> {
    connection ??= await connect();
    const current = connection;
    try {
      await server.require(current);
      const result = await work(current);
      current.requireReplicated();
      return result;
    } catch (error) {
      // The state of a connection that failed is unknown; ending it rolls back the open transaction.
      known.forget();
      connection = null;
      await current.end();
      throw error;
    }
  }

  return {
    transact: (chains, work) =>
      over(async (current) => {
        const head = known.headToTry(chains);
        if (head !== null) {
          try {
            return await work(new OptimisticTransaction(current, head, known));
          } catch (error) {
            if (!(error instanceof LockNeeded)) throw error;
          }
        }
        return transactLocked(current, chains, known, work);
      }),
    probe: () =>
      over(
        async (current) => void (await current.query(`BEGIN; ${FOR_APPENDING}; ${POSTGRES_PROBE}; COMMIT`)),
      ),
    faultOf: postgresFault,
    restartLog() {},
    async close() {
      await connection?.end();
      connection = null;
    },
  };
}

async function transactLocked<T>(
  client: AppendConnection,
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

/** The batch can't be written without locking its heads first. */
class LockNeeded extends Error {}

async function needLock(): Promise<never> {
  throw new LockNeeded();
}

class OptimisticTransaction implements AppendTransaction {
  readonly heads: ReadonlyMap<number, Head>;
  readonly #client: AppendConnection;
  readonly #known: KnownHeads;
  readonly findIdempotencyRecords = needLock;
  readonly countsOf = needLock;
  readonly runStatements = needLock;
  readonly addIdempotencyRecords = needLock;

  constructor(client: AppendConnection, heads: ReadonlyMap<number, Head>, known: KnownHeads) {
    this.#client = client;
    this.heads = heads;
    this.#known = known;
  }

  async addToChain(addition: ChainAddition): Promise<void> {
    const added = await addToChainBy(this.#client, addition);
    if (added === addition.artifacts.length) {
      this.#known.set(addition.chain, headAfter(addition));
      return;
    }
    this.#known.meetOther();
    return needLock();
  }

  /** Exact without a lock: another record would move the head, in which case nothing is added. */
  findRefused(sought: readonly RefusalQuery[]): Promise<Set<string>> {
    return findRefused(this.#client, sought);
  }

  /** Exact for the head that is tried: a later reservation would have moved it, in which case nothing is added. */
  remaindersOf(chain: number, periods: readonly BudgetPeriod[]): Promise<Map<string, number>> {
    return remaindersOf(this.#client, chain, periods);
  }
}
