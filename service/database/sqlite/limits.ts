/** Budgets and refused claims as appends on SQLite read and write them: either can stop an evaluation from proceeding. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { ON_REFUSAL_CONFLICT, REFUSED_COLUMNS } from '../evidence/append-columns.ts';
import {
  type ChainAddition,
  type ChainBudgetPeriod,
  chainBudgetPeriodKey,
  type RefusalQuery,
  refusalKey,
} from '../evidence/append-store.ts';
import type { RefusedClaimsTable } from '../tables/governance.ts';
import { type Insertion, insertion, writeRow } from './insertion.ts';

export class SqliteBudgets {
  readonly #remaining: StatementSync;
  readonly #sum: StatementSync;
  readonly #reservation: StatementSync;

  constructor(database: DatabaseSync) {
    this.#remaining = database.prepare(
      `SELECT limit_micro_usd - coalesce(reserved_micro_usd + spent_micro_usd, 0) AS remaining
         FROM budgets LEFT JOIN budget_periods AS period ON period.chain = budgets.chain
           AND period.budget_id = budgets.budget_id AND period_start = ?
         WHERE budgets.chain = ? AND budgets.budget_id = ? AND deleted_at IS NULL`,
    );
    this.#sum = database.prepare(
      `INSERT INTO budget_periods (chain, budget_id, period_start, reserved_micro_usd, spent_micro_usd)
         VALUES (?, ?, ?, ?, 0) ON CONFLICT (chain, budget_id, period_start)
         DO UPDATE SET reserved_micro_usd = reserved_micro_usd + excluded.reserved_micro_usd`,
    );
    this.#reservation = database.prepare(
      `INSERT INTO budget_reservations (chain, evaluation_id, budget_id, period_start, micro_usd, status,
         reserved_at, lapses_at) VALUES (?, ?, ?, ?, ?, 'held', ?, ?)`,
    );
  }

  remaindersOf(wanted: readonly ChainBudgetPeriod[]): Map<string, number> {
    const remainders = new Map<string, number>();
    for (const one of wanted) {
      const row = this.#remaining.get(one.periodStart, one.chain, one.budgetId);
      if (row !== undefined) remainders.set(chainBudgetPeriodKey(one), Number(row.remaining));
    }
    return remainders;
  }

  add({ chain, reserved }: ChainAddition): void {
    for (const { budgetId, periodStart, microUsd, reservations } of reserved.values()) {
      writeRow(this.#sum, chain, budgetId, periodStart, microUsd);
      for (const { evaluation_id, micro_usd, reserved_at, lapses_at } of reservations) {
        writeRow(
          this.#reservation,
          chain,
          evaluation_id,
          budgetId,
          periodStart,
          micro_usd,
          reserved_at,
          lapses_at,
        );
      }
    }
  }
}

export class SqliteRefusals {
  readonly #find: StatementSync;
  /** Adds a refusal, or updates its time. */
  readonly add: Insertion<RefusedClaimsTable>;

  constructor(database: DatabaseSync) {
    this.#find = database.prepare(
      'SELECT 1 FROM refused_claims WHERE chain = ? AND agent_id = ? AND action = ? AND refused_at > ? LIMIT 1',
    );
    this.add = insertion(database, 'refused_claims', REFUSED_COLUMNS, { onConflict: ON_REFUSAL_CONFLICT });
  }

  find(sought: readonly RefusalQuery[]): Set<string> {
    const found = sought.filter(({ chain, agent_id, action, after }) => {
      return this.#find.get(chain, agent_id, action, after) !== undefined;
    });
    return new Set(found.map(refusalKey));
  }
}
