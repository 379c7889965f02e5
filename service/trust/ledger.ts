/** The stored ledger: a row for each known agent. */
import type { Selectable } from 'kysely';
import type { Database } from '../database/open.ts';
import type { TrustLedgerTable } from '../database/tables/governance.ts';
import { valuesOf } from '../evidence/index.ts';
import type { TrustState } from './formula.ts';

export type LedgerRow = Selectable<TrustLedgerTable>;

export function stateOf({ successes, failures, as_of, ceiling }: LedgerRow): TrustState {
  return { successes, failures, asOf: as_of, ceiling };
}

export function findLedgerRow(db: Database, chain: number, agentId: string): Promise<LedgerRow | undefined> {
  return db
    .selectFrom('trust_ledger')
    .selectAll()
    .where('chain', '=', chain)
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
}

/** By agent. Joined, so that SQLite looks each up instead of reading them all. */
export async function ledgerRows(
  db: Database,
  chain: number,
  agentIds: readonly string[],
): Promise<Map<string, LedgerRow>> {
  if (agentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom(valuesOf(agentIds).as('wanted'))
    .crossJoin('trust_ledger')
    .selectAll('trust_ledger')
    .where('chain', '=', chain)
    .whereRef('agent_id', '=', 'wanted.column1')
    .execute();
  return new Map(rows.map((row) => [row.agent_id, row]));
}
