/** Tampering with budgets, the records of their changes, reservations and spending. */
import { sql } from 'kysely';
import type { Filled } from '../../../support/truth/truth-parts.ts';
import { at, NO_ID, nowhere, run, type Tampering } from '../tampering.ts';

const definition = (which: keyof Filled['budgets'], change: string) =>
  run(
    ({ chain, budgets }) =>
      sql`UPDATE budgets SET ${sql.raw(change)} WHERE chain = ${chain} AND budget_id = ${budgets[which]}`,
  );
const reserved = (name: string, change: string) =>
  run(
    ({ chain, ids, budgets }) =>
      sql`UPDATE budget_reservations SET ${sql.raw(change)} WHERE chain = ${chain} AND evaluation_id = ${ids[name]} AND budget_id = ${budgets.spent}`,
  );
const counted = (change: string) =>
  run(({ chain }) => sql`UPDATE budget_periods SET ${sql.raw(change)} WHERE chain = ${chain}`);

const budget = (
  promise: string,
  tables: Tampering['tables'],
  tamper: Tampering['tamper'],
  index: Tampering['index'],
  what: RegExp,
): Tampering => ({ promise, tables, tamper, registry: 'budgets', index, what });

const BUDGET: Tampering['tables'] = ['budgets'];
const PERIOD: Tampering['tables'] = ['budget_periods'];
const RESERVATION: Tampering['tables'] = ['budget_reservations'];
const CHANGED = at('budget.change');
const DELETED = at('budget.delete');

export const BUDGETS: Tampering[] = [
  budget(
    'a-budget-that-was-raised',
    BUDGET,
    definition('spent', 'limit_micro_usd = 90000000'),
    CHANGED,
    /limit_usd/,
  ),
  budget('a-budget-of-another-agent', BUDGET, definition('spent', `agent_id = 'x'`), CHANGED, /agent_id/),
  budget(
    'a-budget-on-other-actions',
    BUDGET,
    definition('spent', `action_pattern = 'x'`),
    CHANGED,
    /action_pattern/,
  ),
  budget(
    'a-budget-put-back-to-before',
    BUDGET,
    definition('spent', 'revision = 1'),
    CHANGED,
    /as it was before/,
  ),
  budget(
    'a-budget-deleted-without-a-record',
    BUDGET,
    definition('spent', 'deleted_at = 1'),
    CHANGED,
    /but not both/,
  ),
  budget(
    'a-budget-that-is-back',
    BUDGET,
    definition('deleted', 'deleted_at = NULL'),
    DELETED,
    /but not both/,
  ),
  budget(
    'a-budget-that-names-no-record',
    BUDGET,
    definition('spent', `evidence_id = '${NO_ID}'`),
    nowhere,
    /no record/,
  ),
  budget(
    'an-invented-budget',
    BUDGET,
    run(
      ({ chain }) =>
        sql`INSERT INTO budgets (chain, budget_id, name, period, limit_micro_usd, revision, created_at, created_by, evidence_id) VALUES (${chain}, 'bud_0123456789abcdef01234567', 'n', 'day', 1, 1, 1, 'k', ${NO_ID})`,
    ),
    nowhere,
    /no record of who made or changed budget bud_0123456789abcdef01234567/,
  ),
  budget(
    'a-budget-that-is-gone',
    BUDGET,
    run(
      ({ chain, budgets }) =>
        sql`DELETE FROM budgets WHERE chain = ${chain} AND budget_id = ${budgets.deleted}`,
    ),
    DELETED,
    /made, changed or deleted here, and is not there/,
  ),
  budget(
    'a-budget-whose-records-were-redacted-that-is-gone',
    ['budgets', 'artifact_payloads'],
    async (db, filled) => {
      const { chain, budgets } = filled;
      await sql`DELETE FROM budgets WHERE chain = ${chain} AND budget_id = ${budgets.deleted}`.execute(db);
      await sql`DELETE FROM artifact_payloads WHERE chain = ${chain} AND position = ${DELETED(filled)}`.execute(
        db,
      );
    },
    DELETED,
    /made, changed or deleted here, and is not there/,
  ),
  budget(
    'more-reserved-than-was',
    PERIOD,
    counted('reserved_micro_usd = reserved_micro_usd + 1'),
    nowhere,
    /as reserved of/,
  ),
  budget(
    'less-spent-than-was',
    PERIOD,
    counted('spent_micro_usd = spent_micro_usd - 1'),
    nowhere,
    /as spent of/,
  ),
  budget(
    'a-period-that-is-gone',
    PERIOD,
    counted('period_start = period_start + 1'),
    nowhere,
    /reserved and spent/,
  ),
  budget(
    'a-cheaper-reservation',
    RESERVATION,
    reserved('spend-on', 'micro_usd = 1'),
    at('spend-on'),
    /not what its evaluation costs/,
  ),
  budget(
    'a-reservation-in-another-period',
    RESERVATION,
    reserved('spend-on', 'period_start = 0'),
    at('spend-on'),
    /another period/,
  ),
  budget(
    'a-reservation-that-was-given-back',
    RESERVATION,
    reserved('spend-on', `status = 'lapsed'`),
    nowhere,
    /as reserved of/,
  ),
  budget(
    'a-reservation-settled-by-nothing',
    RESERVATION,
    reserved('spend-on', `status = 'settled'`),
    at('spend-on'),
    /or neither/,
  ),
  budget(
    'a-reservation-settled-by-another-outcome',
    RESERVATION,
    run(
      ({ chain, ids }) =>
        sql`UPDATE budget_reservations SET outcome_id = ${ids['spend-and-fail-outcome']} WHERE chain = ${chain} AND evaluation_id = ${ids['spend-and-report']}`,
    ),
    at('spend-and-report'),
    /outcome of another evaluation/,
  ),
  budget(
    'a-reservation-settled-for-less',
    RESERVATION,
    reserved('spend-and-report', 'settled_micro_usd = 1'),
    at('spend-and-report'),
    /not what its outcome says/,
  ),
  budget(
    'a-reservation-of-nothing',
    RESERVATION,
    run(
      ({ chain, ids }) =>
        sql`UPDATE budget_reservations SET evaluation_id = ${NO_ID} WHERE chain = ${chain} AND evaluation_id = ${ids['spend-on']}`,
    ),
    nowhere,
    /for no evaluation of this chain/,
  ),
  budget(
    'an-evaluation-whose-reservation-is-gone',
    RESERVATION,
    run(
      ({ chain, ids }) =>
        sql`DELETE FROM budget_reservations WHERE chain = ${chain} AND evaluation_id = ${ids['spend-on']}`,
    ),
    at('spend-on'),
    /nothing is reserved for it/,
  ),
];
