/**
 * Compares budgets with the evidence: who made, changed and deleted them; each reservation with its evaluation; and the
 * counters of each period with the sum of its reservations.
 */

import { sql } from 'kysely';
import { budgetsOf } from '../../governance/budgets/index.ts';
import type { CheckContext, Registry, Tally } from '../registry.ts';
import { checkDefinitions } from './budget-definitions.ts';
import { checkReservations } from './budget-reservations.ts';
import { rowsBy } from './rows.ts';

export const budgetsRegistry: Registry = { name: 'budgets', check };

async function check(tally: Tally, context: CheckContext): Promise<void> {
  const budgets = await rowsBy(budgetsOf(context.db, context.chain), 'budget_id');
  await checkDefinitions(tally, context, budgets);
  if (budgets.size > 0) await checkReservations(tally, context, budgets);
  await checkSums(tally, context);
}

/** One statement, so that a concurrent reservation is on both sides or on neither. */
async function checkSums(tally: Tally, { db, chain }: CheckContext): Promise<void> {
  const whole = (text: string) => sql<number | string>`${sql.raw(text)}`;
  const periods = db
    .selectFrom('budget_periods')
    .select(['budget_id', 'period_start', 'reserved_micro_usd as reserved', 'spent_micro_usd as spent'])
    .where('chain', '=', chain);
  const reservations = db
    .selectFrom('budget_reservations')
    .select(['budget_id', 'period_start'])
    .select(whole(`case when status = 'held' then -micro_usd else 0 end`).as('reserved'))
    .select(whole(`case when status = 'settled' then -settled_micro_usd else 0 end`).as('spent'))
    .where('chain', '=', chain);
  const sums = await db
    .selectFrom(periods.unionAll(reservations as never).as('both'))
    .select(['budget_id', 'period_start', ({ fn }) => fn.sum<number | string>('reserved').as('reserved')])
    .select(({ fn }) => fn.sum<number | string>('spent').as('spent'))
    .groupBy(['budget_id', 'period_start'])
    .execute();
  for (const { budget_id, period_start, reserved, spent } of sums) {
    tally.checked();
    const off = [
      ...(Number(reserved) === 0 ? [] : ['reserved']),
      ...(Number(spent) === 0 ? [] : ['spent']),
    ].join(' and ');
    if (off === '') continue;
    const since = new Date(period_start).toISOString();
    tally.gap(
      `What is counted as ${off} of budget ${budget_id} since ${since} is not what its reservations say.`,
    );
  }
}
