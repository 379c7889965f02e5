/** The budgets as appends on PostgreSQL read and write them. */
import { RESERVATION_COLUMNS } from '../evidence/append-columns.ts';
import {
  type ChainAddition,
  type ChainBudgetPeriod,
  chainBudgetPeriodKey,
  type Reserved,
} from '../evidence/append-store.ts';
import type { AppendConnection } from './connection.ts';
import { type Parameter, placed } from './parameters.ts';

const REMAINDERS = `
  SELECT chain, budget_id, period_start,
    limit_micro_usd - coalesce(reserved_micro_usd + spent_micro_usd, 0) AS remaining
  FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS wanted (chain, budget_id, period_start)
    JOIN budgets USING (chain, budget_id) LEFT JOIN budget_periods USING (chain, budget_id, period_start)
  WHERE deleted_at IS NULL`;

export async function remaindersOf(
  client: AppendConnection,
  wanted: readonly ChainBudgetPeriod[],
): Promise<Map<string, number>> {
  const { rows } = await client.query<{
    chain: number;
    budget_id: string;
    period_start: number;
    remaining: number;
  }>({
    name: 'remainders_of',
    text: REMAINDERS,
    values: [
      wanted.map(({ chain }) => chain),
      wanted.map(({ budgetId }) => budgetId),
      wanted.map(({ periodStart }) => periodStart),
    ],
  });
  return new Map(
    rows.map(({ chain, budget_id: budgetId, period_start: periodStart, remaining }) => [
      chainBudgetPeriodKey({ chain, budgetId, periodStart }),
      remaining,
    ]),
  );
}

/** Parts of the statement that adds to chains. A reservation names its budget by place, so that each id travels once. */
export function reservedParts($: Parameter): string {
  const budget = (read: (row: Reserved, place: number) => unknown) =>
    $(({ additions }) => placed(additions, budgetsOf).map(([place, row]) => read(row, place)));
  const places = budget((_, place) => place);
  const ids = budget(({ budgetId }) => budgetId);
  const starts = budget(({ periodStart }) => periodStart);
  const sums = budget(({ microUsd }) => microUsd);
  const made = (column: keyof Reserved['reservations'][number]) =>
    $(({ additions }) =>
      additions.flatMap(budgetsOf).flatMap(({ reservations }) => reservations.map((row) => row[column])),
    );
  const budgets = $(({ additions }) =>
    additions.flatMap(budgetsOf).flatMap(({ reservations }, budget) => reservations.map(() => budget + 1)),
  );
  const columns = RESERVATION_COLUMNS.types.map(([column, type]) => `${made(column)}::${type}[]`);
  return `, summed AS (
    INSERT INTO budget_periods AS period (chain, budget_id, period_start, reserved_micro_usd, spent_micro_usd)
    SELECT moved.chain, budget_id, period_start, micro_usd, 0
    FROM moved JOIN unnest(${places}::int[], ${ids}::text[], ${starts}::bigint[], ${sums}::bigint[])
      AS added (place, budget_id, period_start, micro_usd) USING (place)
    ON CONFLICT (chain, budget_id, period_start)
      DO UPDATE SET reserved_micro_usd = period.reserved_micro_usd + excluded.reserved_micro_usd
  ), reserved AS (
    INSERT INTO budget_reservations (chain, budget_id, period_start, status, ${RESERVATION_COLUMNS.list})
    SELECT moved.chain, (${ids}::text[])[budget], (${starts}::bigint[])[budget], 'held', ${RESERVATION_COLUMNS.list}
    FROM unnest(${budgets}::int[], ${columns.join(', ')}) AS made (budget, ${RESERVATION_COLUMNS.list})
      JOIN moved ON moved.place = (${places}::int[])[budget]
  )`;
}

function budgetsOf({ reserved }: ChainAddition): Reserved[] {
  return [...reserved.values()];
}
