/** An outcome settles the reservations of its evaluation: the real cost counts, even where they had lapsed. */

import { sql } from 'kysely';
import { type BoundStatement, bound } from '../database/evidence/append-store.ts';
import type { Database } from '../database/open.ts';
import { microUsdOf } from '../foundation/money.ts';
import { MAX_USD } from '../governance/budgets/index.ts';

export interface Settlement {
  chain: number;
  evaluationId: string;
  /** The artifact that settles them. */
  outcomeId: string;
  outcome: 'success' | 'failure';
  /** The real cost, where it was reported. */
  actualCostUsd?: number;
}

/**
 * Returns the amount that an outcome spent, micro-USD: the reported cost, or else the reserved amount for a success.
 */
export function spentBy(
  { outcome, actualCostUsd }: Pick<Settlement, 'actualCostUsd'> & { outcome: unknown },
  reservedMicroUsd: number,
): number {
  if (actualCostUsd !== undefined) return microUsdOf(Math.min(actualCostUsd, MAX_USD));
  return outcome === 'success' ? reservedMicroUsd : 0;
}

/**
 * Returns the statements for the append of the outcome; none where nothing was reserved for the evaluation. They are
 * overtaken where another outcome has settled the reservation, but not where it lapses in the meantime.
 */
export async function settlementStatements(db: Database, settled: Settlement): Promise<BoundStatement[]> {
  const { chain, evaluationId, outcomeId } = settled;
  const reservations = await db
    .selectFrom('budget_reservations')
    .select(['budget_id', 'period_start', 'micro_usd'])
    .where('chain', '=', chain)
    .where('evaluation_id', '=', evaluationId)
    .orderBy('budget_id')
    .execute();
  const [first] = reservations;
  if (first === undefined) return [];
  const spent = spentBy(settled, first.micro_usd);
  const done = db
    .updateTable('budget_reservations')
    .set({ status: 'settled', settled_micro_usd: spent, outcome_id: outcomeId })
    .where('chain', '=', chain)
    .where('evaluation_id', '=', evaluationId)
    .where('status', '<>', 'settled');
  return [
    ...reservations.map((reserved) => counted(db, settled, reserved, spent)),
    bound(done, reservations.length),
  ];
}

/** A lapsed amount is no longer reserved. */
function counted(
  db: Database,
  { chain, evaluationId }: Settlement,
  { budget_id, period_start }: { budget_id: string; period_start: number },
  spent: number,
): BoundStatement {
  const query = db
    .updateTable('budget_periods')
    .set((row) => ({
      spent_micro_usd: row('spent_micro_usd', '+', sql<number>`cast(${spent} as bigint)`),
      reserved_micro_usd: row(
        'reserved_micro_usd',
        '-',
        row.fn.coalesce(
          row
            .selectFrom('budget_reservations')
            .select('micro_usd')
            .where('chain', '=', chain)
            .where('evaluation_id', '=', evaluationId)
            .where('budget_id', '=', budget_id)
            .where('status', '=', 'held'),
          sql<number>`cast(0 as bigint)`,
        ),
      ),
    }))
    .where('chain', '=', chain)
    .where('budget_id', '=', budget_id)
    .where('period_start', '=', period_start);
  return bound(query, 1);
}
