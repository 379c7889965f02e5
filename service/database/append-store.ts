/**
 * The one place where the two databases differ on the road of an evaluation: how a batch of artifacts is written
 * in one transaction that holds the head rows of its chains.
 */
import type { CompiledQuery } from 'kysely';
import { type Counts, eachCounter } from '../foundation/meters.ts';
import type { OpenedApproval } from './tables/approval.ts';
import type { WrittenEvent } from './tables/event.ts';
import type { BudgetReservationsTable, RefusedClaimsTable } from './tables/governance.ts';
import type { ArtifactPayloadsTable, ArtifactsTable, IdempotencyRecordsTable } from './tables/index.ts';
import type { UsageCountersTable } from './tables/usage.ts';

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

export const NOTHING_COUNTED: Counts = eachCounter(() => 0);

/** Of one month. */
export type Metered = Omit<UsageCountersTable, 'chain' | 'removed_bytes'>;

/** A budget in one of its periods. */
export interface BudgetPeriod {
  budgetId: string;
  /** Its first moment, ms since the epoch. */
  periodStart: number;
}

/** What a batch reserves of a budget in one of its periods. */
export interface Reserved extends BudgetPeriod {
  /** Of all the reservations. */
  microUsd: number;
  reservations: Pick<BudgetReservationsTable, 'evaluation_id' | 'micro_usd' | 'reserved_at' | 'lapses_at'>[];
}

/** What a batch adds to one chain: at least one artifact, in the order of their positions, behind the chain's head. */
export interface ChainAddition {
  chain: number;
  head: Head;
  artifacts: ArtifactRow[];
  approvals: OpenedApproval[];
  events: WrittenEvent[];
  /** What the artifacts count, by month. */
  metered: Metered[];
  /** Each agent, action and claim once, under any name. */
  refused: Map<string, RefusedClaimsTable>;
  /** By {@link budgetPeriodKey}. */
  reserved: Map<string, Reserved>;
}

/** A claim of which it is asked whether it is on record, and was refused after that time. */
export interface RefusalQuery extends Pick<RefusedClaimsTable, 'chain' | 'agent_id' | 'action'> {
  /** ms since the epoch. */
  after: number;
}

/** What a batch may do between the locking of its heads and its commit. */
export interface AppendTransaction {
  /** The heads of the chains the transaction was opened for; nobody else moves them before it ends. */
  readonly heads: ReadonlyMap<number, Head>;
  /** Records of these keys that have not expired, by `<chain>:<hex of the key's hash>`. */
  findIdempotencyRecords(
    wanted: readonly Pick<IdempotencyRecordsTable, 'chain' | 'key_hash'>[],
    nowMs: number,
  ): Promise<Map<string, IdempotencyRecordsTable>>;
  /** What is counted of a chain's month before this batch. */
  countsOf(chain: number, month: number): Promise<Counts>;
  /**
   * What remains of each budget in its period before what this batch adds, micro-USD, by {@link budgetPeriodKey}:
   * nothing of one that is deleted. It stays so until the transaction ends, but for the statements it runs itself:
   * whatever takes of a budget or changes it moves the head of its chain. What lapses gives back without moving it, so
   * there may be more.
   */
  remaindersOf(chain: number, periods: readonly BudgetPeriod[]): Promise<Map<string, number>>;
  /** @returns those that are on record, by {@link refusalKey}. */
  findRefused(sought: readonly RefusalQuery[]): Promise<Set<string>>;
  /** Runs all of the statements, or, where one touches another number of rows than it must, none; false then. */
  runStatements(statements: readonly BoundStatement[]): Promise<boolean>;
  /** Adds to a chain and moves its head. At most once for each chain. */
  addToChain(addition: ChainAddition): Promise<void>;
  /** An expired record of the same key is replaced. */
  addIdempotencyRecords(rows: readonly IdempotencyRecordsTable[]): Promise<void>;
}

export interface AppendStore {
  /**
   * One transaction: durable when this resolves, without a trace when it rejects before the commit. `work` may be run
   * again from the start, so it must leave nothing behind but what it does through its transaction.
   */
  transact<T>(chains: readonly number[], work: (tx: AppendTransaction) => Promise<T>): Promise<T>;
  /** One durable transaction as large as most appends, which leaves nothing behind. @throws where it could not be had. */
  probe(): Promise<void>;
  isUnavailable(error: unknown): boolean;
  /** Puts the log back to its start, where the database keeps one that grows (SQLite). */
  restartLog(): void;
  close(): Promise<void>;
}

/** To be filled. */
export function additionTo(chain: number, head: Head): ChainAddition {
  const none = { artifacts: [], approvals: [], events: [], metered: [] };
  return { chain, head, ...none, refused: new Map(), reserved: new Map() };
}

/** The head of a chain after an addition. */
export function headAfter({ head, artifacts }: ChainAddition): Head {
  const last = artifacts.at(-1);
  return last === undefined ? head : { size: last.position + 1, hash: last.hash };
}

export function budgetPeriodKey({ budgetId, periodStart }: BudgetPeriod): string {
  return `${budgetId}/${periodStart}`;
}

export function idempotencyKey(chain: number, keyHash: Uint8Array): string {
  return `${chain}:${Buffer.from(keyHash).toString('hex')}`;
}

export function refusalKey({ chain, agent_id, action }: Omit<RefusalQuery, 'after'>): string {
  return JSON.stringify([chain, agent_id, action]);
}
