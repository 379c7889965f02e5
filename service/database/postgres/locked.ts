/**
 * An append on PostgreSQL that locks its heads: between BEGIN and COMMIT no other node moves them, so everything it
 * reads still holds when it commits.
 */
import type pg from 'pg';
import type { Counts } from '../../foundation/meters.ts';
import { COUNTER_LIST } from '../evidence/append-columns.ts';
import {
  type AppendTransaction,
  type BoundStatement,
  type BudgetPeriod,
  type ChainAddition,
  type Head,
  headAfter,
  idempotencyKey,
  NOTHING_COUNTED,
  type RefusalQuery,
  refusalKey,
} from '../evidence/append-store.ts';
import type { IdempotencyRecordsTable } from '../tables/index.ts';
import { addToChainBy } from './addition.ts';
import { remaindersOf } from './budgets.ts';
import { type AppendConnection, FOR_APPENDING } from './connection.ts';

/** Locks in the order of the chains' numbers, so that two nodes never wait for each other. */
export async function lockHeads(
  client: AppendConnection,
  chains: readonly number[],
): Promise<Map<number, Head>> {
  const wanted = chains.map((chain) => BigInt(chain).toString()).join(', ');
  // Three statements in one round trip; node-postgres answers with one result for each.
  const results = (await client.query(
    `BEGIN; ${FOR_APPENDING}; SELECT chain, size, head_hash FROM chains WHERE chain IN (${wanted}) ORDER BY chain FOR UPDATE`,
  )) as unknown as pg.QueryResult<{ chain: number; size: number; head_hash: Uint8Array }>[];
  const heads = new Map<number, Head>();
  for (const row of results.at(-1)?.rows ?? []) heads.set(row.chain, { size: row.size, hash: row.head_hash });
  return heads;
}

export class LockedTransaction implements AppendTransaction {
  readonly heads: ReadonlyMap<number, Head>;
  readonly moved = new Map<number, Head>();
  readonly #client: AppendConnection;

  constructor(client: AppendConnection, heads: ReadonlyMap<number, Head>) {
    this.#client = client;
    this.heads = heads;
  }

  async addToChain(addition: ChainAddition): Promise<void> {
    const added = await addToChainBy(this.#client, addition);
    if (added !== addition.artifacts.length) throw new Error('a locked head was not where it was');
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

  findRefused(sought: readonly RefusalQuery[]): Promise<Set<string>> {
    return findRefused(this.#client, sought);
  }

  async countsOf(chain: number, month: number): Promise<Counts> {
    const { rows } = await this.#client.query<Counts>({
      name: 'counts_of',
      text: `SELECT ${COUNTER_LIST} FROM usage_counters WHERE chain = $1 AND month = $2`,
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

export async function findRefused(
  client: AppendConnection,
  sought: readonly RefusalQuery[],
): Promise<Set<string>> {
  const { rows } = await client.query<Omit<RefusalQuery, 'after'>>({
    name: 'find_refused',
    text: `SELECT sought.chain, sought.agent_id, sought.action
      FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[]) AS sought (chain, agent_id, action, after),
        LATERAL (SELECT FROM refused_claims AS claim WHERE claim.chain = sought.chain
          AND claim.agent_id = sought.agent_id AND claim.action = sought.action
          AND claim.refused_at > sought.after LIMIT 1) AS found`,
    values: [
      sought.map((one) => one.chain),
      sought.map((one) => one.agent_id),
      sought.map((one) => one.action),
      sought.map((one) => one.after),
    ],
  });
  return new Set(rows.map(refusalKey));
}
