/** The budgets as appends on PostgreSQL read and write them. */
import { RESERVATION_COLUMNS } from '../evidence/append-columns.ts';
import { type BudgetPeriod, budgetPeriodKey, type ChainAddition } from '../evidence/append-store.ts';
import type { AppendConnection } from './connection.ts';
import { type Parameter, unnested } from './parameters.ts';

const REMAINDERS = `
  SELECT budget_id, period_start, limit_micro_usd - coalesce(reserved_micro_usd + spent_micro_usd, 0) AS remaining
  FROM unnest($2::text[], $3::bigint[]) AS wanted (budget_id, period_start)
    JOIN budgets USING (budget_id) LEFT JOIN budget_periods AS period USING (chain, budget_id, period_start)
  WHERE budgets.chain = $1 AND deleted_at IS NULL`;

export async function remaindersOf(
  client: AppendConnection,
  chain: number,
  periods: readonly BudgetPeriod[],
): Promise<Map<string, number>> {
  const { rows } = await client.query<{ budget_id: string; period_start: number; remaining: number }>({
    name: 'remainders_of',
    text: REMAINDERS,
    values: [chain, periods.map(({ budgetId }) => budgetId), periods.map(({ periodStart }) => periodStart)],
  });
  return new Map(
    rows.map(({ budget_id: budgetId, period_start: periodStart, remaining }) => [
      budgetPeriodKey({ budgetId, periodStart }),
      remaining,
    ]),
  );
}

/** Parts of the statement that adds to a chain. A reservation names its budget by place, so that each id travels once. */
export function reservedParts($: Parameter): string {
  const budgets = ({ reserved }: ChainAddition) => [...reserved.values()];
  const ids = $(({ addition }) => budgets(addition).map(({ budgetId }) => budgetId));
  const starts = $(({ addition }) => budgets(addition).map(({ periodStart }) => periodStart));
  const sums = $(({ addition }) => budgets(addition).map(({ microUsd }) => microUsd));
  const places = $(({ addition }) =>
    budgets(addition).flatMap(({ reservations }, place) => reservations.map(() => place + 1)),
  );
  const made = unnested($, RESERVATION_COLUMNS, (addition) =>
    budgets(addition).flatMap(({ reservations }) => reservations),
  );
  return `, summed AS (
    INSERT INTO budget_periods AS period (chain, budget_id, period_start, reserved_micro_usd, spent_micro_usd)
    SELECT moved.chain, reserved.*, 0 FROM moved, unnest(${ids}::text[], ${starts}::bigint[], ${sums}::bigint[])
      AS reserved
    ON CONFLICT (chain, budget_id, period_start)
      DO UPDATE SET reserved_micro_usd = period.reserved_micro_usd + excluded.reserved_micro_usd
  ), reserved AS (
    INSERT INTO budget_reservations (chain, budget_id, period_start, status, ${RESERVATION_COLUMNS.list})
    SELECT moved.chain, (${ids}::text[])[place], (${starts}::bigint[])[place], 'held', ${RESERVATION_COLUMNS.list}
    FROM moved, ROWS FROM (unnest(${places}::int[]), ${made}) AS made (place, ${RESERVATION_COLUMNS.list})
  )`;
}
