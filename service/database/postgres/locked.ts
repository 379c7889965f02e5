/**
 * An append on PostgreSQL that locks its heads: between BEGIN and COMMIT no other node moves them, so everything it
 * reads still holds when it commits. Statements are sent without waiting for the answers to those before them. So the
 * lock and all reads are one round trip, and adding and the commit are another; if nothing is read and the heads are
 * known from memory, everything is one.
 */
import type pg from 'pg';
import {
  type AppendTransaction,
  type BoundStatement,
  type ChainAddition,
  type Head,
  headAfter,
} from '../evidence/append-store.ts';
import { addBy } from './addition.ts';
import { type AppendConnection, FOR_APPENDING } from './connection.ts';
import { StoredReads } from './stored.ts';

/** The heads that were tried are not the ones that are stored. */
export class HeadsMoved extends Error {}

/** Locks in the order of the chains' numbers, so that two nodes never wait for each other. */
async function lockHeads(
  client: AppendConnection,
  chains: readonly number[],
): Promise<ReadonlyMap<number, Head>> {
  const wanted = chains.map((chain) => BigInt(chain).toString()).join(', ');
  // Three statements in one message; node-postgres answers with one result for each.
  const results = (await client.query(
    `BEGIN; ${FOR_APPENDING}; SELECT chain, size, head_hash FROM chains WHERE chain IN (${wanted}) ORDER BY chain FOR UPDATE`,
  )) as unknown as pg.QueryResult<{ chain: number; size: number; head_hash: Uint8Array }>[];
  const heads = new Map<number, Head>();
  for (const row of results.at(-1)?.rows ?? []) heads.set(row.chain, { size: row.size, hash: row.head_hash });
  return heads;
}

export class LockedTransaction extends StoredReads implements AppendTransaction {
  readonly moved = new Map<number, Head>();
  readonly #locked: Promise<ReadonlyMap<number, Head>>;
  readonly #tried: ReadonlyMap<number, Head> | null;
  #committing: Promise<void> | null = null;

  /** @param tried heads to work with before the stored ones have arrived; null to wait for these. */
  constructor(
    client: AppendConnection,
    chains: readonly number[],
    tried: ReadonlyMap<number, Head> | null = null,
  ) {
    super(client);
    this.#tried = tried;
    this.#locked = lockHeads(client, chains);
    // A failed lock fails everything sent after it, and may be noticed there first.
    this.#locked.catch(() => undefined);
  }

  async heads(): Promise<ReadonlyMap<number, Head>> {
    return this.#tried ?? this.#locked;
  }

  /** The server carries out the COMMIT only if adding succeeded. */
  async add(additions: readonly ChainAddition[]): Promise<void> {
    const added = addBy(this.client, additions, true);
    const committed = this.commit();
    const [done] = await Promise.allSettled([added, committed]);
    if (done.status === 'rejected') {
      await this.#requireTried();
      throw done.reason;
    }
    await committed;
    for (const addition of additions) this.moved.set(addition.chain, headAfter(addition));
  }

  commit(): Promise<void> {
    this.#committing ??= this.#commit();
    return this.#committing;
  }

  async #commit(): Promise<void> {
    // PostgreSQL answers the COMMIT of a failed transaction with success and the word ROLLBACK.
    const { command } = await this.client.query('COMMIT');
    if (command !== 'COMMIT') throw new Error('the transaction was not committed');
  }

  /** @throws {HeadsMoved} */
  async #requireTried(): Promise<void> {
    const locked = await this.#locked;
    for (const [chain, head] of this.#tried ?? []) {
      const stored = locked.get(chain);
      if (stored?.size !== head.size || !Buffer.from(stored.hash).equals(head.hash)) throw new HeadsMoved();
    }
  }

  async runStatements(statements: readonly BoundStatement[]): Promise<boolean> {
    await this.client.query('SAVEPOINT bound');
    for (const { sql, parameters, expectedRows } of statements) {
      const { rowCount } = await this.client.query(sql, [...parameters]);
      if (rowCount !== expectedRows) {
        await this.client.query('ROLLBACK TO SAVEPOINT bound');
        return false;
      }
    }
    await this.client.query('RELEASE SAVEPOINT bound');
    return true;
  }
}
