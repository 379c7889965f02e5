/**
 * The columns that an append writes, table by table, and the write probe. Both databases make their statements and
 * values from these lists, so no value is found by its place, and a new column is one line here.
 */
import { COUNTERS, eachCounter } from '../../foundation/meters.ts';
import type { OpenedApproval } from '../tables/approval.ts';
import type { WrittenEvent } from '../tables/event.ts';
import type { BudgetReservationsTable, RefusedClaimsTable } from '../tables/governance.ts';
import type { IdempotencyRecordsTable } from '../tables/index.ts';
import type { Metered } from './append-store.ts';

/** As PostgreSQL names it; SQLite needs none. */
export type ColumnType = 'text' | 'bigint' | 'bytea';
type ColumnsOf<Row> = Readonly<Record<Exclude<keyof Row, 'chain'> & string, ColumnType>>;

/** Columns beside `chain`, in the order in which a statement names them. */
export interface Columns<Row> {
  /** `month, evaluations, …` */
  readonly list: string;
  readonly types: readonly (readonly [column: keyof Row & string, type: ColumnType])[];
}

function columns<Row extends object>(types: ColumnsOf<Row>): Columns<Row> {
  return {
    list: Object.keys(types).join(', '),
    types: Object.entries(types) as [keyof Row & string, ColumnType][],
  };
}

export const APPROVAL_COLUMNS = columns<OpenedApproval>({
  approval_id: 'text',
  evidence_id: 'text',
  action: 'text',
  agent_id: 'text',
  user_id: 'text',
  requested_by: 'text',
  risk_level: 'text',
  required_approvals: 'bigint',
  binding: 'bytea',
  binding_version: 'bigint',
  created_at: 'bigint',
  expires_at: 'bigint',
  route: 'text',
  bundle: 'text',
  governs: 'text',
});

export const EVENT_COLUMNS = columns<Omit<WrittenEvent, 'endpoint_id'>>({
  event_id: 'text',
  type: 'text',
  data: 'text',
  created_at: 'bigint',
  trace_context: 'text',
});

export const METERED_COLUMNS = columns<Metered>({
  month: 'bigint',
  ...eachCounter(() => 'bigint' as const),
  payload_bytes: 'bigint',
});

/** Adds to the counts of a month that has some. */
export const ON_COUNT_CONFLICT = `ON CONFLICT (chain, month) DO UPDATE SET ${METERED_COLUMNS.types
  .filter(([column]) => column !== 'month')
  .map(([column]) => `${column} = usage_counters.${column} + excluded.${column}`)
  .join(', ')}`;

/** The columns of `usage_counters` that are counts. */
export const COUNTER_LIST = COUNTERS.map(({ column }) => column).join(', ');

export const REFUSED_COLUMNS = columns<RefusedClaimsTable>({
  agent_id: 'text',
  action: 'text',
  risk_level: 'text',
  is_irreversible: 'bigint',
  refused_at: 'bigint',
});

/** Updates the time of a claim that was refused before. */
export const ON_REFUSAL_CONFLICT = `ON CONFLICT (chain, agent_id, action, risk_level, is_irreversible)
  DO UPDATE SET refused_at = excluded.refused_at`;

export const RESERVATION_COLUMNS = columns<
  Pick<BudgetReservationsTable, 'evaluation_id' | 'micro_usd' | 'reserved_at' | 'lapses_at'>
>({
  evaluation_id: 'text',
  micro_usd: 'bigint',
  reserved_at: 'bigint',
  lapses_at: 'bigint',
});

export const CLAIM_COLUMNS = columns<IdempotencyRecordsTable>({
  key_hash: 'bytea',
  request_hash: 'bytea',
  outcome: 'text',
  expires_at: 'bigint',
});

/** Replaces an expired record; a current one would have been found before. */
export const ON_CLAIM_CONFLICT = `ON CONFLICT (chain, key_hash) DO UPDATE
  SET request_hash = excluded.request_hash, outcome = excluded.outcome, expires_at = excluded.expires_at`;

/** The row of the write probe, which tries whether evidence could be written now: it is inserted and deleted at once. */
const PROBE = "'write-probe'";
/** An append takes some ten pages of 4 KiB. */
const PROBE_BYTES = 65_536;
const INSERT_PROBE = 'INSERT INTO installation_secrets (name, secret)';
const DELETE_PROBE = `DELETE FROM installation_secrets WHERE name = ${PROBE}`;

/** Within a transaction. SQLite overwrites with zeros what it deletes, so each page is written to the log and synced. */
export const SQLITE_PROBE = `${INSERT_PROBE} VALUES (${PROBE}, zeroblob(${PROBE_BYTES})); ${DELETE_PROBE};`;

/** Within a transaction. */
export const POSTGRES_PROBE = `${INSERT_PROBE} VALUES (${PROBE}, ''); ${DELETE_PROBE}`;
