/** Compares budgets with the evidence of their changes, and counters with reservations, and those with evaluations. */
import { sql } from 'kysely';
import { type BudgetRow, budgetsOf, definitionOf } from '../../../governance/budgets/index.ts';
import { type Act, actsOfType } from '../../comparing/acts.ts';
import { inTurn, naming } from '../../comparing/naming.ts';
import { pagesBy, rowsBy } from '../../comparing/rows.ts';
import type { Check, CheckContext, Tally } from '../../registry.ts';
import { reservations } from './budget-reservations.ts';

const ACTIONS = ['budget.create', 'budget.change', 'budget.delete'];
const allOf = ({ db, chain }: CheckContext) => budgetsOf(db, chain);

/** A budget must be as its last record states. */
const definitions = naming({
  rows: (context) => pagesBy(allOf(context), 'budget_id'),
  names: ['evidence_id'],
  it: ({ budget_id }) => `Budget ${budget_id}`,
  compare: (row, { evidence_id: act }) => ({ what: faultOf(row, act), at: act }),
});

function faultOf(row: BudgetRow, act: Act | undefined): string | null {
  if (act?.type !== 'governance_change' || !ACTIONS.includes(act.action)) {
    return `There is no record of who made or changed budget ${row.budget_id}.`;
  }
  const isDeleted = act.action === 'budget.delete';
  if (isDeleted !== (row.deleted_at !== null)) return 'is deleted, or its record says so, but not both';
  if (isDeleted && row.deleted_at !== act.at) return 'was deleted at another time';
  if (act.isGone) return null;
  const other = Object.entries(definitionOf(row)).filter(([name, value]) => act.change?.[name] !== value);
  return other.length === 0 ? null : `is not as is on record: ${other.map(([name]) => name).join(', ')}`;
}

/** Each revision has a record: there must be as many records without a name as revisions without a record. */
const revisions: Check = async (tally, context) => {
  const budgets = await rowsBy(allOf(context), 'budget_id');
  const found = new Map<string, number>();
  const nameless: Act[] = [];
  for await (const page of actsOfType(context, 'governance_change', { actions: ACTIONS })) {
    for (const act of page) {
      const { change } = act;
      const row = budgets.get(String(change?.budget_id));
      if (change === null) {
        if (act.position < context.size) nameless.push(act);
      } else if (row !== undefined && Number(change.revision) <= row.revision) {
        found.set(row.budget_id, (found.get(row.budget_id) ?? 0) + 1);
        const isMadeByIt = row.created_at === act.at && row.created_by === act.actor;
        if (act.action === 'budget.create' && !isMadeByIt)
          tally.gap(
            `Budget ${row.budget_id} was made by another, or at another time, than is on record.`,
            act,
          );
      } else {
        const what = row === undefined ? 'is not there' : 'is as it was before';
        tally.unmatched([act], context.size, `A budget was made, changed or deleted here, and ${what}.`);
      }
    }
  }
  countRecords(tally, budgets, found, nameless);
};

function countRecords(
  tally: Tally,
  budgets: ReadonlyMap<string, BudgetRow>,
  found: ReadonlyMap<string, number>,
  nameless: readonly Act[],
): void {
  let missing = 0;
  for (const { budget_id, revision } of budgets.values()) {
    const records = found.get(budget_id) ?? 0;
    if (records > revision) tally.gap(`There are too many records of budget ${budget_id}.`);
    missing += Math.max(0, revision - records);
  }
  tally.checked(nameless.length);
  if (missing > nameless.length) {
    tally.gap(`${missing - nameless.length} records of who made or changed budgets are missing.`);
  }
  for (const act of nameless.slice(missing)) {
    tally.gap('A budget was made, changed or deleted here, and is not there.', act);
  }
}

/** One statement, so that a concurrent reservation is on both sides or on neither. */
const sums: Check = async (tally, { db, chain }) => {
  const whole = (text: string) => sql<number | string>`${sql.raw(text)}`;
  const periods = db
    .selectFrom('budget_periods')
    .select(['budget_id', 'period_start', 'reserved_micro_usd as reserved', 'spent_micro_usd as spent'])
    .where('chain', '=', chain);
  const reserved = db
    .selectFrom('budget_reservations')
    .select(['budget_id', 'period_start'])
    .select(whole(`case when status = 'held' then -micro_usd else 0 end`).as('reserved'))
    .select(whole(`case when status = 'settled' then -settled_micro_usd else 0 end`).as('spent'))
    .where('chain', '=', chain);
  const differences = await db
    .selectFrom(periods.unionAll(reserved as never).as('both'))
    .select(['budget_id', 'period_start', ({ fn }) => fn.sum<number | string>('reserved').as('reserved')])
    .select(({ fn }) => fn.sum<number | string>('spent').as('spent'))
    .groupBy(['budget_id', 'period_start'])
    .execute();
  for (const { budget_id, period_start, ...of } of differences) {
    const off = (['reserved', 'spent'] as const).filter((part) => Number(of[part]) !== 0).join(' and ');
    const it = `of budget ${budget_id} since ${new Date(period_start).toISOString()}`;
    tally.compared(off === '' ? null : `What is counted as ${off} ${it} is not what its reservations say.`);
  }
};

export const budgets = inTurn(definitions, revisions, reservations, sums);
