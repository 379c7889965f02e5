/** Tampering with mandates, their versions and their uses. */
import type { Tables } from '@assize/service/database/tables/index.ts';
import { sql } from 'kysely';
import type { FilledMandates } from '../../../support/truth/truth-acts.ts';
import { at, nowhere, run, type Tampering } from '../tampering.ts';

export const inTable = (table: 'mandates' | 'mandate_versions' | 'mandate_uses') => ({
  alter: (which: keyof FilledMandates, change: string) =>
    run(
      ({ chain, mandates }) =>
        sql`UPDATE ${sql.table(table)} SET ${sql.raw(change)} WHERE chain = ${chain} AND mandate_id = ${mandates[which]}`,
    ),
  remove: (which: keyof FilledMandates) =>
    run(
      ({ chain, mandates }) =>
        sql`DELETE FROM ${sql.table(table)} WHERE chain = ${chain} AND mandate_id = ${mandates[which]}`,
    ),
});
const rows = inTable('mandates');
const versions = inTable('mandate_versions');
const uses = inTable('mandate_uses');

const OPENED = {
  spent: at('opened-spent'),
  changed: at('opened-changed'),
  standing: at('opened-standing'),
};

const mandate = (
  promise: string,
  tamper: Tampering['tamper'],
  index: Tampering['index'],
  what: RegExp,
  tables: (keyof Tables)[] = ['mandates'],
): Tampering => ({ promise, tables, tamper, registry: 'mandates', index, what });

const ofRows: Tampering[] = [
  mandate('a-mandate-that-is-gone', rows.remove('changed'), nowhere, /is not there, but was used or changed/),
  mandate(
    'a-mandate-of-another-agent',
    rows.alter('standing', "agent_id = 'other'"),
    OPENED.standing,
    /for another agent/,
  ),
  mandate(
    'a-mandate-opened-by-another',
    rows.alter('standing', "opened_by = 'other'"),
    OPENED.standing,
    /opened otherwise/,
  ),
  mandate(
    'a-mandate-opened-at-another-time',
    rows.alter('standing', 'opened_at = opened_at - 1'),
    OPENED.standing,
    /opened otherwise/,
  ),
  mandate(
    'a-mandate-with-the-words-of-another-task',
    rows.alter('standing', 'words = (SELECT words FROM mandates WHERE most_actions = 1)'),
    OPENED.standing,
    /other words/,
  ),
  mandate(
    'a-mandate-with-wider-terms',
    rows.alter('standing', `terms = replace(terms, '"send"', '"pay","send"')`),
    OPENED.standing,
    /other terms than its versions/,
  ),
  mandate(
    'a-mandate-back-at-its-first-version',
    rows.alter('changed', 'version = 1'),
    OPENED.changed,
    /other terms than its versions/,
  ),
  mandate(
    'a-mandate-with-another-limit',
    rows.alter('spent', 'most_actions = 2'),
    OPENED.spent,
    /other limits/,
  ),
  mandate(
    'a-mandate-without-its-budget',
    rows.alter('standing', 'most_micro_usd = NULL'),
    OPENED.standing,
    /other limits/,
  ),
  mandate(
    'a-mandate-that-is-open-again',
    rows.alter('changed', 'closed_at = NULL, closed_by = NULL, closed_evidence_id = NULL'),
    at('mandate.close'),
    /was changed here, but is not so/,
  ),
  mandate(
    'a-mandate-closed-by-no-one',
    rows.alter('standing', 'closed_at = 1'),
    OPENED.standing,
    /was closed by no artifact/,
  ),
  mandate(
    'a-mandate-used-up-by-no-artifact',
    rows.alter('standing', "used_up_evidence_id = 'ev_0123456789abcdef01234567'"),
    OPENED.standing,
    /used up by no artifact/,
  ),
];

const ofVersions: Tampering[] = [
  mandate(
    'a-version-with-other-terms',
    versions.alter('changed', `terms = replace(terms, '"write"', '"pay"')`),
    OPENED.changed,
    /other terms/,
    ['mandate_versions'],
  ),
  mandate(
    'versions-that-are-gone',
    versions.remove('changed'),
    OPENED.changed,
    /other terms than its versions/,
    ['mandate_versions'],
  ),
  mandate(
    'terms-that-are-wider-in-row-and-version',
    async (db, filled) => {
      const change = `terms = replace(terms, '"send"', '"pay","send"')`;
      await rows.alter('standing', change)(db, filled);
      await versions.alter('standing', change)(db, filled);
    },
    OPENED.standing,
    /version 1, has other terms/,
    ['mandates', 'mandate_versions'],
  ),
];

const ofUses: Tampering[] = [
  mandate(
    'a-use-that-is-not-counted',
    rows.alter('spent', 'actions_used = 0'),
    OPENED.spent,
    /number of uses/,
  ),
  mandate(
    'a-cost-that-is-not-counted',
    rows.alter('standing', 'spent_micro_usd = 1000000'),
    OPENED.standing,
    /another amount than its uses/,
  ),
  mandate('uses-that-are-gone', uses.remove('spent'), OPENED.spent, /number of uses/, ['mandate_uses']),
  mandate(
    'a-use-by-another-evaluation',
    run(
      ({ chain, mandates, ids }) =>
        sql`UPDATE mandate_uses SET evaluation_id = ${ids.taught} WHERE chain = ${chain} AND mandate_id = ${mandates.spent}`,
    ),
    OPENED.spent,
    /used at another time|used by an evaluation of another/,
    ['mandate_uses'],
  ),
  mandate(
    'a-use-at-another-time',
    uses.alter('spent', 'used_at = used_at + 1'),
    OPENED.spent,
    /used at another time/,
    ['mandate_uses'],
  ),
];

export const MANDATES: Tampering[] = [...ofRows, ...ofVersions, ...ofUses];
