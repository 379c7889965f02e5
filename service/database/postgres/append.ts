/**
 * Appends on PostgreSQL, over a separate connection that does nothing else and is opened again after a fault. A batch
 * whose heads this node moved last is one round trip: for one chain one statement, which moves the head only if no
 * other node has, and adds the artifacts only if it moved; for several a transaction that is sent as a whole. What a
 * batch has to read takes one round trip more, and so do heads that this node doesn't know.
 */
import { POSTGRES_PROBE } from '../evidence/append-columns.ts';
import {
  type AppendStore,
  type AppendTransaction,
  type ChainAddition,
  type Head,
  headAfter,
} from '../evidence/append-store.ts';
import { KnownHeads } from '../evidence/known-heads.ts';
import { addBy } from './addition.ts';
import { type AppendConnection, connectToAppend, FOR_APPENDING } from './connection.ts';
import { postgresFault } from './dialect.ts';
import { HeadsMoved, LockedTransaction } from './locked.ts';
import { SameServer } from './same-server.ts';
import { StoredReads } from './stored.ts';

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
        const tried = known.headsToTry(chains);
        if (tried !== null) {
          try {
            return chains.length === 1
              ? await work(new OptimisticTransaction(current, tried, known))
              : await transactLocked(new LockedTransaction(current, chains, tried), known, work);
          } catch (error) {
            if (error instanceof HeadsMoved) known.meetOther();
            else if (!(error instanceof LockNeeded)) throw error;
          }
        }
        return transactLocked(new LockedTransaction(current, chains), known, work);
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
  tx: LockedTransaction,
  known: KnownHeads,
  work: (tx: AppendTransaction) => Promise<T>,
): Promise<T> {
  const result = await work(tx);
  await tx.commit();
  for (const [chain, head] of tx.moved) known.set(chain, head);
  return result;
}

/** The batch can't be written without locking its heads first. */
class LockNeeded extends Error {}

class OptimisticTransaction extends StoredReads implements AppendTransaction {
  readonly #heads: ReadonlyMap<number, Head>;
  readonly #known: KnownHeads;

  constructor(client: AppendConnection, heads: ReadonlyMap<number, Head>, known: KnownHeads) {
    super(client);
    this.#heads = heads;
    this.#known = known;
  }

  async heads(): Promise<ReadonlyMap<number, Head>> {
    return this.#heads;
  }

  async runStatements(): Promise<never> {
    throw new LockNeeded();
  }

  async add(additions: readonly ChainAddition[]): Promise<void> {
    if (!(await addBy(this.client, additions, false))) throw new HeadsMoved();
    for (const addition of additions) this.#known.set(addition.chain, headAfter(addition));
  }
}
