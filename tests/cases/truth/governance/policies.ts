/** Tampering with policies, their versions, and the sets that were in force. */
import { sql } from 'kysely';
import type { Filled } from '../../../support/truth/truth-parts.ts';
import { at, nowhere, payloadOf, run, type Tampering } from '../tampering.ts';

const NO_HASH = `sha256:${'0'.repeat(64)}`;
const policy = ({ chain }: Filled, name = 'governing') => sql`chain = ${chain} AND name = ${name}`;
/** The last record of this action. */
const ACTIVATED = at('policy.activate');
const WRITTEN = at('policy.version');

const alter = (
  promise: string,
  change: string,
  index: Tampering['index'],
  what: RegExp,
  name = 'governing',
): Tampering => ({
  promise,
  tables: ['policies'],
  tamper: run((filled) => sql`UPDATE policies SET ${sql.raw(change)} WHERE ${policy(filled, name)}`),
  registry: 'policies',
  index,
  what,
});

export const POLICIES: Tampering[] = [
  alter('another-version-in-force', 'active_version = 1', ACTIVATED, /last changed: active_version\./),
  alter('another-version-to-roll-back-to', 'former_version = 2', ACTIVATED, /last changed: former_version\./),
  alter('a-policy-taken-out-of-force', 'active_version = NULL', ACTIVATED, /last changed: active_version\./),
  alter('another-set-in-force', 'active_version = NULL', ACTIVATED, /another set of policies/),
  alter('an-invented-change', "changed_by = 'x'", ACTIVATED, /last changed: changed_by\./),
  alter(
    'a-policy-put-in-force-without-a-record',
    'active_version = 1',
    at('policy.deactivate'),
    /last changed: active_version/,
    'left',
  ),
  alter(
    'a-policy-put-back-to-before-a-change',
    'active_version = 1, evidence_id = NULL',
    ACTIVATED,
    /was changed here, but is as it was before/,
  ),
  {
    promise: 'a-document-that-was-altered',
    tables: ['policy_versions'],
    tamper: run(
      (filled) =>
        sql`UPDATE policy_versions SET document = replace(document, 'governed', 'other') WHERE ${policy(filled)}`,
    ),
    registry: 'policies',
    index: nowhere,
    what: /^Version 2 of policy governing is not the document that its hash names/,
  },
  {
    promise: 'a-version-that-was-replaced',
    tables: ['policy_versions'],
    tamper: run(
      (filled) => sql`UPDATE policy_versions SET hash = ${NO_HASH} WHERE ${policy(filled)} AND version = 2`,
    ),
    registry: 'policies',
    index: WRITTEN,
    what: /not as it was written: hash\./,
  },
  {
    promise: 'a-version-that-is-gone',
    tables: ['policy_versions'],
    tamper: run((filled) => sql`DELETE FROM policy_versions WHERE ${policy(filled)} AND version = 2`),
    registry: 'policies',
    index: WRITTEN,
    what: /was written, but is not there/,
  },
  {
    promise: 'an-invented-version',
    tables: ['policy_versions'],
    tamper: run(
      ({ chain }) =>
        sql`INSERT INTO policy_versions (chain, name, version, hash, document, created_at, created_by) SELECT chain, name, 3, hash, document, 1, created_by FROM policy_versions WHERE chain = ${chain} AND name = 'governing' AND version = 2`,
    ),
    registry: 'policies',
    index: nowhere,
    what: /no record of who wrote Version 3 of policy governing/,
  },
  {
    promise: 'a-policy-that-is-gone',
    tables: ['policies'],
    tamper: run((filled) => sql`DELETE FROM policies WHERE ${policy(filled)}`),
    registry: 'policies',
    index: ACTIVATED,
    what: /in force or out of it, but is not there/,
  },
  {
    promise: 'a-policy-without-versions',
    tables: ['policies'],
    tamper: run(
      ({ chain }) =>
        sql`INSERT INTO policies (chain, name, created_at, active_version, changed_at, changed_by) VALUES (${chain}, 'smuggled', 1, 1, 1, 'x')`,
    ),
    registry: 'policies',
    index: nowhere,
    what: /no record of who put policy smuggled in force/,
  },
  {
    promise: 'a-set-that-is-gone',
    tables: ['policy_sets'],
    tamper: run(
      ({ chain }) =>
        sql`DELETE FROM policy_sets WHERE chain = ${chain} AND members = '[{"name":"governing","version":2}]'`,
    ),
    registry: 'policies',
    index: ACTIVATED,
    what: /not there as it was/,
  },
  {
    promise: 'a-set-with-other-members',
    tables: ['policy_sets'],
    tamper: run(({ chain }) => sql`UPDATE policy_sets SET members = '[]' WHERE chain = ${chain}`),
    registry: 'policies',
    index: nowhere,
    what: /has other members than it names/,
  },
  {
    promise: 'a-set-that-never-was-in-force',
    tables: ['policy_sets'],
    tamper: run(
      ({ chain }) =>
        sql`INSERT INTO policy_sets (chain, set_version, members) VALUES (${chain}, ${NO_HASH}, '[]')`,
    ),
    registry: 'policies',
    index: nowhere,
    what: /no record that the set .* was ever in force/,
  },
  {
    promise: 'a-record-that-names-another-set',
    tables: ['artifact_payloads'],
    tamper: payloadOf(
      'policy.activate',
      '{"name":"governing","version":2}',
      '{"name":"governing","version":1}',
    ),
    registry: 'policies',
    index: ACTIVATED,
    what: /not the one that its version names/,
  },
];
