/** The stored ledger: a row for each known agent, under the first spelling of its name. */

import { nameKey } from '@assize/act-reading/names';
import type { RiskLevel } from '@assize/act-reading/risk';
import type { Selectable } from 'kysely';
import type { Database } from '../database/open.ts';
import type { TrustCausesTable, TrustLedgerTable } from '../database/tables/governance.ts';
import { valuesOf } from '../evidence/reading/index.ts';
import type { Clock } from '../foundation/clock.ts';
import { isSameParty, isWorkingParty } from '../members/index.ts';
import { type Step, stepOf, type TrustState } from './formula.ts';

export type LedgerRow = Selectable<TrustLedgerTable>;

export function stateOf({ successes, failures, as_of, ceiling }: LedgerRow): TrustState {
  return { successes, failures, asOf: as_of, ceiling };
}

/** Finds the row of an agent, however its name is written. */
export async function findLedgerRow(
  db: Database,
  chain: number,
  agentId: string,
): Promise<LedgerRow | undefined> {
  return rowOf(await ledgerRowsOf(db, chain, [agentId]), agentId);
}

/** Picks the meant spelling from those that earlier versions kept apart. */
export function rowOf(rows: readonly LedgerRow[], agentId: string): LedgerRow | undefined {
  const key = nameKey(agentId);
  const own = rows.filter((row) => row.agent_id === agentId || row.agent_key === key);
  return own.find((row) => row.agent_id === agentId) ?? own[0];
}

/**
 * Finds all rows that these names may mean, in their order. The query is a join, so that SQLite looks each up instead
 * of reading them all.
 */
export async function ledgerRowsOf(
  db: Database,
  chain: number,
  agentIds: readonly string[],
): Promise<LedgerRow[]> {
  const exact = await ledgerRows(db, chain, agentIds);
  const keys = [...new Set(agentIds.map(nameKey))];
  if (keys.length === 0) return [];
  const others = await db
    .selectFrom(valuesOf(keys).as('wanted'))
    .crossJoin('trust_ledger')
    .selectAll('trust_ledger')
    .where('chain', '=', chain)
    .whereRef('agent_key', '=', 'wanted.column1')
    .execute();
  const rows = new Map([...exact, ...others.map((row) => [row.agent_id, row] as const)]);
  return [...rows.values()].sort((one, other) => (one.agent_id < other.agent_id ? -1 : 1));
}

/** Reads the rows by agent, in the spelling of the ledger. */
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

const ROWS_AT_ONCE = 500;

/** Gives rows of earlier versions the keys of their names. */
export async function keyLedger(db: Database): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('trust_ledger')
      .select(['chain', 'agent_id'])
      .where('agent_key', '=', '')
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const { chain, agent_id } of rows) {
      await db
        .updateTable('trust_ledger')
        .set({ agent_key: nameKey(agent_id) })
        .where('chain', '=', chain)
        .where('agent_id', '=', agent_id)
        .execute();
    }
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

/**
 * Whether an agent belongs to another party: then the requests of this party don't count for the agent, and the
 * agent's score says nothing about this party. Once a party can no longer ask, its agents belong to the next party
 * that asks.
 */
export async function isOfOtherParty(
  db: Database,
  { chain, party: own }: Pick<LedgerRow, 'chain' | 'party'>,
  party: string,
  nowMs: number,
): Promise<boolean> {
  if (own === '' || party === '' || own === party) return false;
  return !(await isSameParty(db, chain, own, party)) && (await isWorkingParty(db, chain, own, nowMs));
}

type Cause = Selectable<TrustCausesTable>;

interface AheadDeps {
  db: Database;
  clock: Clock;
}

export interface Moved {
  /** The spelling in the ledger. */
  agentId: string;
  revision: number;
  step: Step;
  party: string;
}

/** The rows of some agents as they will be after the causes so far. */
export class LedgerAhead {
  readonly #deps: AheadDeps;
  readonly #rows: LedgerRow[];

  constructor(deps: AheadDeps, rows: readonly LedgerRow[]) {
    this.#deps = deps;
    this.#rows = [...rows];
  }

  get names(): string[] {
    return this.#rows.map(({ agent_id }) => agent_id);
  }

  /** null where the agent belongs to another party, so that the cause does not count. */
  async moveBy(cause: Cause): Promise<Moved | null> {
    const { db, clock } = this.#deps;
    const { chain, agent_id, happened_at: at, cause: type, risk_level } = cause;
    const row = rowOf(this.#rows, agent_id);
    if (row !== undefined && (await isOfOtherParty(db, row, cause.party, clock.now()))) return null;
    const step = stepOf(row === undefined ? null : stateOf(row), {
      type,
      riskLevel: risk_level as RiskLevel,
      at,
    });
    const { state } = step;
    const { successes, failures, ceiling } = state;
    const agentId = row?.agent_id ?? agent_id;
    const revision = (row?.revision ?? 0) + 1;
    const party = cause.party === '' ? (row?.party ?? '') : cause.party;
    const sums = { successes, failures, ceiling, as_of: state.asOf };
    const ids = { chain, agent_id: agentId, agent_key: nameKey(agentId), last_update_id: '' };
    const next = { ...ids, ...sums, revision, party };
    if (row === undefined) this.#rows.push(next);
    else this.#rows[this.#rows.indexOf(row)] = next;
    return { agentId, revision, step, party };
  }
}
