/**
 * The statements that reserve a cost with the evidence of its evaluation. They touch the rows they say only where each
 * budget still has what is needed, whatever any other node has reserved meanwhile.
 */
import { sql } from 'kysely';
import { type BoundStatement, bound } from '../database/append-store.ts';
import type { Database } from '../database/open.ts';
import { DAY_MS, type Period, periodStart } from './period.ts';

/** How long a reservation waits for its outcome to be reported. */
export const RESERVATION_LIFETIME_MS = DAY_MS;

export interface WantedReservation {
  chain: number;
  evaluationId: string;
  at: number;
  /** That cover it; at least one. */
  budgets: readonly { budgetId: string; period: Period }[];
  microUsd: number;
  /** What must remain of each, before it. */
  needMicroUsd: number;
}

export function reservation(db: Database, wanted: WantedReservation): BoundStatement[] {
  const { chain, evaluationId, at, budgets, microUsd } = wanted;
  const rows = budgets.map(({ budgetId, period }) => ({
    chain,
    evaluation_id: evaluationId,
    budget_id: budgetId,
    period_start: periodStart(period, at),
    micro_usd: microUsd,
    status: 'held' as const,
    reserved_at: at,
    lapses_at: at + RESERVATION_LIFETIME_MS,
  }));
  return [counted(db, wanted), bound(db.insertInto('budget_reservations').values(rows), rows.length)];
}

/** Counts it in each budget's period; a budget of which not enough remains is a row that is missing. */
function counted(
  db: Database,
  { chain, at, budgets, microUsd, needMicroUsd }: WantedReservation,
): BoundStatement {
  const integer = (value: number) => sql<number>`cast(${value} as bigint)`;
  const ids = budgets.map(({ budgetId }) => budgetId);
  const start = sql<number>`case period when 'day' then ${integer(periodStart('day', at))}
    else ${integer(periodStart('month', at))} end`;
  const query = db
    .insertInto('budget_periods')
    .columns(['chain', 'budget_id', 'period_start', 'reserved_micro_usd', 'spent_micro_usd'])
    .expression((from) =>
      from
        .selectFrom('budgets')
        .select(['chain', 'budget_id', start.as('start'), integer(microUsd).as('reserved')])
        .select(integer(0).as('spent'))
        .where('chain', '=', chain)
        .where('budget_id', 'in', ids)
        .where('deleted_at', 'is', null)
        .where('limit_micro_usd', '>=', needMicroUsd),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['chain', 'budget_id', 'period_start'])
        .doUpdateSet((row) => ({
          reserved_micro_usd: row(
            'budget_periods.reserved_micro_usd',
            '+',
            row.ref('excluded.reserved_micro_usd'),
          ),
        }))
        .where(
          sql<boolean>`budget_periods.reserved_micro_usd + budget_periods.spent_micro_usd <=
            (select limit_micro_usd - ${integer(needMicroUsd)} from budgets
              where budgets.chain = budget_periods.chain and budgets.budget_id = budget_periods.budget_id)`,
        ),
    );
  return bound(query, ids.length);
}
