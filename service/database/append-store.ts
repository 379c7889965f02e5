/**
 * The one place where the two databases differ on the road of an evaluation: how a batch of artifacts is written
 * in one transaction that holds the head rows of its chains.
 */
import type { CompiledQuery } from 'kysely';
import type {
  ArtifactPayloadsTable,
  ArtifactsTable,
  EscalationsTable,
  IdempotencyRecordsTable,
} from './tables.ts';

/** A statement that belongs to an artifact's transaction, and the number of rows it must touch or find. */
export interface BoundStatement {
  sql: string;
  parameters: readonly unknown[];
  expectedRows: number;
}

/** A Kysely query as a statement that can be handed to the appending thread. */
export function bound(query: { compile(): CompiledQuery }, expectedRows: number): BoundStatement {
  const { sql, parameters } = query.compile();
  return { sql, parameters, expectedRows };
}

export interface Head {
  size: number;
  hash: Uint8Array;
}

export type ArtifactRow = ArtifactsTable & Pick<ArtifactPayloadsTable, 'salt' | 'payload'>;

/** What a batch may do between the locking of its heads and its commit. */
export interface AppendTransaction {
  /** The locked heads of the chains the transaction was opened for. */
  readonly heads: ReadonlyMap<number, Head>;
  /** Records of these keys that have not expired, by `<chain>:<hex of the key's hash>`. */
  findIdempotencyRecords(
    wanted: readonly Pick<IdempotencyRecordsTable, 'chain' | 'key_hash'>[],
    nowMs: number,
  ): Promise<Map<string, IdempotencyRecordsTable>>;
  /** Runs all of the statements, or, where one touches another number of rows than it must, none; false then. */
  runStatements(statements: readonly BoundStatement[]): Promise<boolean>;
  addArtifacts(rows: readonly ArtifactRow[]): Promise<void>;
  addEscalations(rows: readonly EscalationsTable[]): Promise<void>;
  /** An expired record of the same key is replaced. */
  addIdempotencyRecords(rows: readonly IdempotencyRecordsTable[]): Promise<void>;
  moveHeads(heads: ReadonlyMap<number, Head>): Promise<void>;
}

export interface AppendStore {
  /** One transaction: durable when this resolves, without a trace when it rejects before the commit. */
  transact<T>(chains: readonly number[], work: (tx: AppendTransaction) => Promise<T>): Promise<T>;
  isUnavailable(error: unknown): boolean;
  /** Puts the log back to its start, where the database keeps one that grows (SQLite). */
  restartLog(): void;
  close(): Promise<void>;
}

export function idempotencyKey(chain: number, keyHash: Uint8Array): string {
  return `${chain}:${Buffer.from(keyHash).toString('hex')}`;
}
