/** What appends on PostgreSQL read and write of budgets. */
import type pg from 'pg';
import { type BudgetPeriod, budgetPeriodKey, type ChainAddition } from '../append-store.ts';

const REMAINDERS = `
  SELECT budget_id, period_start, limit_micro_usd - coalesce(reserved_micro_usd + spent_micro_usd, 0) AS remaining
  FROM unnest($2::text[], $3::bigint[]) AS wanted (budget_id, period_start)
    JOIN budgets USING (budget_id) LEFT JOIN budget_periods AS period USING (chain, budget_id, period_start)
  WHERE budgets.chain = $1 AND deleted_at IS NULL`;

export async function remaindersOf(
  client: pg.Client,
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

/**
 * Parts of the statement that adds to a chain. A reservation names its budget by place, so that each id travels once.
 * @param first number of the first of {@link reservedValues}.
 */
export function reservedParts(first: number): string {
  const [ids, starts, sums, places, evaluations, costs, times, lapses] = Array.from(
    { length: 8 },
    (_, place) => `$${first + place}`,
  );
  return `, summed AS (
    INSERT INTO budget_periods AS period (chain, budget_id, period_start, reserved_micro_usd, spent_micro_usd)
    SELECT moved.chain, reserved.*, 0 FROM moved, unnest(${ids}::text[], ${starts}::bigint[], ${sums}::bigint[])
      AS reserved
    ON CONFLICT (chain, budget_id, period_start)
      DO UPDATE SET reserved_micro_usd = period.reserved_micro_usd + excluded.reserved_micro_usd
  ), reserved AS (
    INSERT INTO budget_reservations (chain, budget_id, period_start, evaluation_id, micro_usd, status, reserved_at,
      lapses_at)
    SELECT moved.chain, (${ids}::text[])[place], (${starts}::bigint[])[place], evaluation_id, micro_usd, 'held',
      reserved_at, lapses_at
    FROM moved, unnest(${places}::int[], ${evaluations}::text[], ${costs}::bigint[], ${times}::bigint[],
      ${lapses}::bigint[]) AS made (place, evaluation_id, micro_usd, reserved_at, lapses_at)
  )`;
}

export function reservedValues({ reserved }: ChainAddition): unknown[][] {
  const budgets = [...reserved.values()];
  const made = budgets.flatMap(({ reservations }) => reservations);
  return [
    budgets.map(({ budgetId }) => budgetId),
    budgets.map(({ periodStart }) => periodStart),
    budgets.map(({ microUsd }) => microUsd),
    budgets.flatMap(({ reservations }, place) => reservations.map(() => place + 1)),
    made.map((row) => row.evaluation_id),
    made.map((row) => row.micro_usd),
    made.map((row) => row.reserved_at),
    made.map((row) => row.lapses_at),
  ];
}
