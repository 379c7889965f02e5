/**
 * Appends on PostgreSQL, over a connection of their own that is opened again after it broke. A batch takes three
 * round trips however long it is: lock the heads; insert everything; move the heads and commit.
 */
import pg from 'pg';
import {
  type AppendStore,
  type AppendTransaction,
  type ArtifactRow,
  type BoundStatement,
  type Head,
  idempotencyKey,
} from './append-store.ts';
import { isPostgresUnavailable, postgresClientOptions } from './postgres.ts';
import type { EscalationsTable, IdempotencyRecordsTable } from './tables.ts';

const HASH_BYTES = 32;

/** @param url of the database, already migrated. */
export function openPostgresAppendStore(url: string): AppendStore {
  let client: pg.Client | null = null;

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
        const tx = new PostgresTransaction(current, await lockHeads(current, chains));
        const result = await work(tx);
        await commit(current, tx.movedHeads());
        return result;
      } catch (error) {
        // The state of a connection that failed is unknown; ending it rolls back whatever was open.
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

/** PostgreSQL answers the COMMIT of a failed transaction with success and the word ROLLBACK. */
async function commit(client: pg.Client, before: string): Promise<void> {
  const results = (await client.query(`${before}COMMIT`)) as pg.QueryResult | pg.QueryResult[];
  const last = Array.isArray(results) ? results.at(-1) : results;
  if (last?.command !== 'COMMIT') throw new Error('the transaction was not committed');
}

/** Fixed-size values travel as one string of bytes and are cut apart by the server: no escaping, one parameter. */
const ADD_ARTIFACTS = `
  WITH batch AS (
    SELECT chain, position, id, artifact_type, action, verdict, actor, created_at,
      substring($9::bytea FROM (ordinal::int - 1) * 32 + 1 FOR 32) AS payload_commitment,
      substring($10::bytea FROM (ordinal::int - 1) * 32 + 1 FOR 32) AS previous_hash,
      substring($11::bytea FROM (ordinal::int - 1) * 32 + 1 FOR 32) AS hash,
      substring($12::bytea FROM (ordinal::int - 1) * 32 + 1 FOR 32) AS salt,
      substring($13::bytea FROM payload_start FOR payload_length) AS payload
    FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
      $8::bigint[], $14::int[], $15::int[]) WITH ORDINALITY
      AS rows (chain, position, id, artifact_type, action, verdict, actor, created_at, payload_start,
        payload_length, ordinal)
  ), leaves AS (
    INSERT INTO artifacts (chain, position, id, artifact_type, action, verdict, actor, payload_commitment,
      created_at, previous_hash, hash)
    SELECT chain, position, id, artifact_type, action, verdict, actor, payload_commitment,
      created_at, previous_hash, hash FROM batch ORDER BY chain, position
  )
  INSERT INTO artifact_payloads (chain, position, salt, payload)
  SELECT chain, position, salt, payload FROM batch ORDER BY chain, position`;

class PostgresTransaction implements AppendTransaction {
  readonly heads: ReadonlyMap<number, Head>;
  readonly #client: pg.Client;
  #moves = '';

  constructor(client: pg.Client, heads: ReadonlyMap<number, Head>) {
    this.#client = client;
    this.heads = heads;
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

  async addArtifacts(rows: readonly ArtifactRow[]): Promise<void> {
    const starts: number[] = [];
    const lengths: number[] = [];
    let start = 1;
    for (const { payload } of rows) {
      starts.push(start);
      lengths.push(payload.length);
      start += payload.length;
    }
    await this.#client.query({
      name: 'add_artifacts',
      text: ADD_ARTIFACTS,
      values: [
        rows.map((row) => row.chain),
        rows.map((row) => row.position),
        rows.map((row) => row.id),
        rows.map((row) => row.artifact_type),
        rows.map((row) => row.action),
        rows.map((row) => row.verdict),
        rows.map((row) => row.actor),
        rows.map((row) => row.created_at),
        joined(rows, 'payload_commitment'),
        joined(rows, 'previous_hash'),
        joined(rows, 'hash'),
        joined(rows, 'salt'),
        Buffer.concat(rows.map((row) => row.payload)),
        starts,
        lengths,
      ],
    });
  }

  async addEscalations(rows: readonly EscalationsTable[]): Promise<void> {
    await this.#client.query({
      name: 'add_escalations',
      text: `INSERT INTO escalations (chain, escalation_id, evidence_id, created_at)
        SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[])`,
      values: [
        rows.map((row) => row.chain),
        rows.map((row) => row.escalation_id),
        rows.map((row) => row.evidence_id),
        rows.map((row) => row.created_at),
      ],
    });
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

  async moveHeads(heads: ReadonlyMap<number, Head>): Promise<void> {
    for (const [chain, { size, hash }] of heads) {
      const hex = Buffer.from(hash).toString('hex');
      this.#moves += `UPDATE chains SET size = ${BigInt(size)}, head_hash = '\\x${hex}' WHERE chain = ${BigInt(chain)};`;
    }
  }

  /** The statements that move the heads, sent together with the commit. */
  movedHeads(): string {
    return this.#moves;
  }
}

type HashColumn = 'payload_commitment' | 'previous_hash' | 'hash' | 'salt';

function joined(rows: readonly ArtifactRow[], column: HashColumn): Buffer {
  const bytes = Buffer.allocUnsafe(rows.length * HASH_BYTES);
  rows.forEach((row, place) => {
    bytes.set(row[column], place * HASH_BYTES);
  });
  return bytes;
}
