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

/** All that the statements are given. */
interface Values extends Omit<WantedReservation, 'budgets'> {
  lapsesAt: number;
  day: number;
  month: number;
  budgets: readonly { id: string; start: number }[];
}

export function reservation(db: Database, wanted: WantedReservation): BoundStatement[] {
  const { at } = wanted;
  const values: Values = {
    ...wanted,
    lapsesAt: at + RESERVATION_LIFETIME_MS,
    day: periodStart('day', at),
    month: periodStart('month', at),
    budgets: wanted.budgets.map(({ budgetId, period }) => ({
      id: budgetId,
      start: periodStart(period, at),
    })),
  };
  return templatesOf(db, values.budgets.length).map(({ sql: text, parameters, expectedRows }) => ({
    sql: text,
    parameters: parameters.map((parameter) =>
      parameter instanceof Slot ? parameter.read(values) : parameter,
    ),
    expectedRows,
  }));
}

/** Stands for a value in a statement that is written once. */
class Slot {
  readonly read: (values: Values) => unknown;

  constructor(read: (values: Values) => unknown) {
    this.read = read;
  }
}

function slot<T>(read: (values: Values) => T): T {
  return new Slot(read) as unknown as T;
}

/** By number of budgets: writing the statements anew would take longer than judging the request. */
const TEMPLATES = new WeakMap<Database, Map<number, BoundStatement[]>>();

function templatesOf(db: Database, count: number): BoundStatement[] {
  let templates = TEMPLATES.get(db);
  if (templates === undefined) {
    templates = new Map();
    TEMPLATES.set(db, templates);
  }
  let found = templates.get(count);
  if (found === undefined) {
    const slots: Values = {
      chain: slot(({ chain }) => chain),
      evaluationId: slot(({ evaluationId }) => evaluationId),
      at: slot(({ at }) => at),
      lapsesAt: slot(({ lapsesAt }) => lapsesAt),
      day: slot(({ day }) => day),
      month: slot(({ month }) => month),
      microUsd: slot(({ microUsd }) => microUsd),
      needMicroUsd: slot(({ needMicroUsd }) => needMicroUsd),
      budgets: Array.from({ length: count }, (_, place) => ({
        id: slot(({ budgets }) => budgets[place]?.id ?? ''),
        start: slot(({ budgets }) => budgets[place]?.start ?? 0),
      })),
    };
    found = [counted(db, slots), inserted(db, slots)];
    templates.set(count, found);
  }
  return found;
}

function inserted(
  db: Database,
  { chain, evaluationId, at, lapsesAt, budgets, microUsd }: Values,
): BoundStatement {
  const rows = budgets.map(({ id, start }) => ({
    chain,
    evaluation_id: evaluationId,
    budget_id: id,
    period_start: start,
    micro_usd: microUsd,
    status: 'held' as const,
    reserved_at: at,
    lapses_at: lapsesAt,
  }));
  return bound(db.insertInto('budget_reservations').values(rows), rows.length);
}

/** Counts it in each budget's period; a budget of which not enough remains is a row that is missing. */
function counted(
  db: Database,
  { chain, day, month, budgets, microUsd, needMicroUsd }: Values,
): BoundStatement {
  const integer = (value: number) => sql<number>`cast(${value} as bigint)`;
  const ids = budgets.map(({ id }) => id);
  const start = sql<number>`case period when 'day' then ${integer(day)} else ${integer(month)} end`;
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
