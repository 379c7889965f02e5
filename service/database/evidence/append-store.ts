/**
 * The interface behind which the two databases append: a batch of artifacts is written in one transaction that locks
 * the head rows of its chains.
 */
import type { CompiledQuery, Selectable } from 'kysely';
import { type Counts, eachCounter } from '../../foundation/meters.ts';
import type { OpenedApproval } from '../tables/approval.ts';
import type { WrittenEvent } from '../tables/event.ts';
import type { BudgetReservationsTable, RefusedClaimsTable } from '../tables/governance.ts';
import type { ArtifactPayloadsTable, ArtifactsTable, IdempotencyRecordsTable } from '../tables/index.ts';
import type { UsageCountersTable } from '../tables/usage.ts';

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

/** The counts of one month. */
export type Metered = Omit<Selectable<UsageCountersTable>, 'chain' | 'removed_bytes'>;

/** The counts of one month of a chain. */
export interface ChainMonth {
  chain: number;
  month: number;
}

/** A budget in one of its periods. */
export interface BudgetPeriod {
  budgetId: string;
  /** The start of the period, ms since the epoch. */
  periodStart: number;
}

export interface ChainBudgetPeriod extends BudgetPeriod {
  chain: number;
}

/** The reservations of a batch in one period of a budget. */
export interface Reserved extends BudgetPeriod {
  /** The sum of the reservations. */
  microUsd: number;
  reservations: Pick<BudgetReservationsTable, 'evaluation_id' | 'micro_usd' | 'reserved_at' | 'lapses_at'>[];
}

/**
 * The additions of a batch to one chain: at least one artifact, in the order of their positions, after the chain's
 * head.
 */
export interface ChainAddition {
  chain: number;
  head: Head;
  artifacts: ArtifactRow[];
  approvals: OpenedApproval[];
  events: WrittenEvent[];
  /** The counts of the artifacts, by month. */
  metered: Metered[];
  /** Each agent, action and claim appears once; the keys don't matter. */
  refused: Map<string, RefusedClaimsTable>;
  /** By {@link budgetPeriodKey}. */
  reserved: Map<string, Reserved>;
  /** An expired record of the same key is replaced. */
  claims: IdempotencyRecordsTable[];
}

/** Asks whether a claim of this agent and action was refused after that time. */
export interface RefusalQuery extends Pick<RefusedClaimsTable, 'chain' | 'agent_id' | 'action'> {
  /** ms since the epoch. */
  after: number;
}

/**
 * The operations of a batch between the lock of its heads and its commit. Reads that are asked for together share one
 * round trip with the lock, so ask for all of them before you wait for one.
 */
export interface AppendTransaction {
  /** The locked heads of the transaction's chains; no other transaction moves them before it ends. */
  heads(): Promise<ReadonlyMap<number, Head>>;
  /** Records of these keys that have not expired, by `<chain>:<hex of the key's hash>`. */
  findIdempotencyRecords(
    wanted: readonly Pick<IdempotencyRecordsTable, 'chain' | 'key_hash'>[],
    nowMs: number,
  ): Promise<Map<string, IdempotencyRecordsTable>>;
  /** The counts before this batch, by {@link chainMonthKey}; no entry for a month without counts. */
  countsOf(wanted: readonly ChainMonth[]): Promise<Map<string, Counts>>;
  /**
   * The remainder of each budget in its period before this batch, micro-USD, by {@link chainBudgetPeriodKey}; no entry
   * for a deleted one. Only the transaction's own statements can lower it before the end, because every change of a budget
   * moves the head of its chain. A lapse gives back without moving it, so more may remain.
   */
  remaindersOf(wanted: readonly ChainBudgetPeriod[]): Promise<Map<string, number>>;
  /** @returns the recorded ones, by {@link refusalKey}. */
  findRefused(sought: readonly RefusalQuery[]): Promise<Set<string>>;
  /** Runs all statements, or none: returns false if one touches an unexpected number of rows. */
  runStatements(statements: readonly BoundStatement[]): Promise<boolean>;
  /** Adds to the chains and moves their heads; each chain at most once. The last operation: the commit follows. */
  add(additions: readonly ChainAddition[]): Promise<void>;
}

/**
 * Why nothing was written. `unavailable`: the database can't be used now. `damaged`: its stored data is damaged.
 * `unknown`: the entry, its chain or the tables are at fault.
 */
export type AppendFault = 'unavailable' | 'damaged' | 'unknown';

export interface AppendStore {
  /**
   * One transaction: durable when this resolves, without effect when it rejects before the commit. `work` may run again
   * from the start, so it must have no effect outside its transaction.
   */
  transact<T>(chains: readonly number[], work: (tx: AppendTransaction) => Promise<T>): Promise<T>;
  /** One durable transaction as large as most appends, which leaves no row. @throws if it fails. */
  probe(): Promise<void>;
  faultOf(error: unknown): AppendFault;
  /** Restarts the write-ahead log, if the database has one that grows (SQLite). */
  restartLog(): void;
  close(): Promise<void>;
}

/** An empty addition, to be filled by the caller. */
export function additionTo(chain: number, head: Head): ChainAddition {
  const none = { artifacts: [], approvals: [], events: [], metered: [], claims: [] };
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

export function chainBudgetPeriodKey(wanted: ChainBudgetPeriod): string {
  return `${wanted.chain}/${budgetPeriodKey(wanted)}`;
}

export function chainMonthKey({ chain, month }: ChainMonth): string {
  return `${chain}/${month}`;
}

export function idempotencyKey(chain: number, keyHash: Uint8Array): string {
  return `${chain}:${Buffer.from(keyHash).toString('hex')}`;
}

export function refusalKey({ chain, agent_id, action }: Omit<RefusalQuery, 'after'>): string {
  return JSON.stringify([chain, agent_id, action]);
}
