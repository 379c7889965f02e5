/** Reads on PostgreSQL that come before a batch is written: each one for all of its entries at once. */
import type { Counts } from '../../foundation/meters.ts';
import { COUNTER_LIST } from '../evidence/append-columns.ts';
import {
  type AppendTransaction,
  type ChainBudgetPeriod,
  type ChainMonth,
  chainMonthKey,
  idempotencyKey,
  type RefusalQuery,
  refusalKey,
} from '../evidence/append-store.ts';
import type { IdempotencyRecordsTable } from '../tables/index.ts';
import { remaindersOf } from './budgets.ts';
import type { AppendConnection } from './connection.ts';

type Reads = Pick<AppendTransaction, 'findIdempotencyRecords' | 'findRefused' | 'countsOf' | 'remaindersOf'>;

/**
 * Exact under the lock of the heads, and also without it for the heads that are tried: another append would have moved
 * one of them, in which case nothing is added. A lapse of a reservation gives back without moving the head.
 */
export class StoredReads implements Reads {
  protected readonly client: AppendConnection;

  constructor(client: AppendConnection) {
    this.client = client;
  }

  async findIdempotencyRecords(
    wanted: readonly Pick<IdempotencyRecordsTable, 'chain' | 'key_hash'>[],
    nowMs: number,
  ): Promise<Map<string, IdempotencyRecordsTable>> {
    // Without a name, so that it is planned for the table as large as it is now.
    const { rows } = await this.client.query<IdempotencyRecordsTable>(
      `SELECT r.* FROM unnest($1::bigint[], $2::bytea[]) AS wanted (chain, key_hash)
         JOIN idempotency_records r ON r.chain = wanted.chain AND r.key_hash = wanted.key_hash
         WHERE r.expires_at > $3`,
      [wanted.map((record) => record.chain), wanted.map((record) => Buffer.from(record.key_hash)), nowMs],
    );
    return new Map(rows.map((row) => [idempotencyKey(row.chain, row.key_hash), row]));
  }

  async findRefused(sought: readonly RefusalQuery[]): Promise<Set<string>> {
    const { rows } = await this.client.query<Omit<RefusalQuery, 'after'>>({
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

  async countsOf(wanted: readonly ChainMonth[]): Promise<Map<string, Counts>> {
    const { rows } = await this.client.query<Counts & ChainMonth>({
      name: 'counts_of',
      text: `SELECT wanted.chain, wanted.month, found.*
        FROM unnest($1::bigint[], $2::bigint[]) AS wanted (chain, month),
          LATERAL (SELECT ${COUNTER_LIST} FROM usage_counters AS counts WHERE counts.chain = wanted.chain
            AND counts.month = wanted.month LIMIT 1) AS found`,
      values: [wanted.map(({ chain }) => chain), wanted.map(({ month }) => month)],
    });
    return new Map(rows.map(({ chain, month, ...counts }) => [chainMonthKey({ chain, month }), counts]));
  }

  remaindersOf(wanted: readonly ChainBudgetPeriod[]): Promise<Map<string, number>> {
    return remaindersOf(this.client, wanted);
  }
}
