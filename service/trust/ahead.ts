/** The ledger as it will be after each of several causes that are taken up together. */

import { nameKey } from '@assize/act-reading/names';
import type { RiskLevel } from '@assize/act-reading/risk';
import type { Selectable } from 'kysely';
import type { Database } from '../database/open.ts';
import type { TrustCausesTable } from '../database/tables/governance.ts';
import type { Clock } from '../foundation/clock.ts';
import { type Step, stepOf } from './formula.ts';
import { isOfOtherParty, type LedgerRow, rowOf, stateOf } from './ledger.ts';

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
