/** Tampering with versions of settings, their activation, and the records of their changes. */
import { sql } from 'kysely';
import type { Filled } from '../../../support/truth/truth-parts.ts';
import { artifact, at, NO_ID, nowhere, payloadOf, run, type Tampering } from '../tampering.ts';

const changed = (set: ReturnType<typeof sql>, version: number) =>
  run(
    ({ chain }) => sql`UPDATE settings_versions SET ${set} WHERE chain = ${chain} AND version = ${version}`,
  );
const inForce = (set: (filled: Filled) => ReturnType<typeof sql>) =>
  run((filled) => sql`UPDATE settings_in_force SET ${set(filled)} WHERE chain = ${filled.chain}`);

export const SETTINGS: Tampering[] = [
  {
    promise: 'a-document-that-says-something-else',
    tables: ['settings_versions'],
    tamper: changed(
      sql`document = replace(document, '"separation_of_duties":false', '"separation_of_duties":true')`,
      1,
    ),
    registry: 'settings',
    index: at('first-set'),
    what: /Version 1 of the settings says something else/,
  },
  {
    promise: 'thresholds-that-were-lowered',
    tables: ['settings_versions'],
    tamper: changed(sql`document = replace(document, '"critical":80', '"critical":8')`, 2),
    registry: 'settings',
    index: nowhere,
    what: /Version 2 of the settings does not have the law settings/,
  },
  {
    promise: 'settings-of-an-evaluation-that-were-lowered',
    tables: ['settings_versions'],
    tamper: changed(sql`document = replace(document, '"strictly"', '"loosely"')`, 1),
    registry: 'verdicts',
    index: at('under-first'),
    what: /a version of the law settings that is not known/,
  },
  {
    promise: 'a-document-that-is-none',
    tables: ['settings_versions'],
    tamper: changed(sql`document = '{'`, 1),
    registry: 'settings',
    index: nowhere,
    what: /Version 1 of the settings does not have the law settings/,
  },
  {
    promise: 'a-version-that-is-gone',
    tables: ['settings_versions'],
    tamper: run(({ chain }) => sql`DELETE FROM settings_versions WHERE chain = ${chain} AND version = 1`),
    registry: 'settings',
    index: at('first-set'),
    what: /Version 1 of the settings was put in force, but is not there/,
  },
  {
    promise: 'an-invented-version',
    tables: ['settings_versions'],
    tamper: run(
      ({ chain }) =>
        sql`INSERT INTO settings_versions SELECT ${chain}, 3, document, law_version, 1, created_by FROM settings_versions WHERE chain = ${chain} AND version = 2`,
    ),
    registry: 'settings',
    index: nowhere,
    what: /no record of who made version 3/,
  },
  {
    promise: 'another-author',
    tables: ['settings_versions'],
    tamper: changed(sql`created_by = 'another'`, 2),
    registry: 'settings',
    index: at('second-set'),
    what: /made by another than is on record/,
  },
  {
    promise: 'an-invented-activation',
    tables: ['settings_in_force'],
    tamper: inForce(() => sql`version = 2`),
    registry: 'settings',
    index: at('set-back'),
    what: /Version 2 of the settings is in force, but 0 was put in force/,
  },
  {
    promise: 'one-in-force-that-was-replaced',
    tables: ['settings_in_force'],
    tamper: inForce(({ ids }) => sql`version = 2, evidence_id = ${ids['second-set']}`),
    registry: 'settings',
    index: at('set-back'),
    what: /not those that were put in force last/,
  },
  {
    promise: 'one-in-force-without-a-record',
    tables: ['settings_in_force'],
    tamper: inForce(() => sql`evidence_id = ${NO_ID}`),
    registry: 'settings',
    index: nowhere,
    what: /no record of who put version 0 of the settings in force/,
  },
  {
    promise: 'another-time-of-activation',
    tables: ['settings_in_force'],
    tamper: inForce(() => sql`activated_at = activated_at - 1`),
    registry: 'settings',
    index: at('set-back'),
    what: /at another time, or by another/,
  },
  {
    promise: 'none-in-force',
    tables: ['settings_in_force'],
    tamper: run(({ chain }) => sql`DELETE FROM settings_in_force WHERE chain = ${chain}`),
    registry: 'settings',
    index: at('set-back'),
    what: /Settings were put in force, but none are/,
  },
  {
    promise: 'a-record-of-another-change',
    tables: ['artifact_payloads'],
    tamper: payloadOf('second-set', '"from":1', '"from":0'),
    registry: 'settings',
    index: at('second-set'),
    what: /after 0, but 1 held/,
  },
  {
    promise: 'a-record-of-another-person',
    tables: ['artifacts'],
    tamper: artifact('set-back', () => sql`actor = 'another'`),
    registry: 'settings',
    index: at('set-back'),
    what: /at another time, or by another/,
  },
];
