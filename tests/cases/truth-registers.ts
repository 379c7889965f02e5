/** The same for what is kept beside the evidence: escalations, idempotency records, outcomes, keys and removals. */
import { sql } from 'kysely';
import type { Filled } from '../support/truth.ts';
import { artifact, at, NO_ID, nowhere, OTHER_HASH, payloadOf, run, type Tampering } from './truth.ts';

const LATER = 9_999_999_999_999;

const ESCALATIONS: Tampering[] = [
  {
    promise: 'an-escalation-that-is-gone',
    tables: ['escalations'],
    tamper: run(
      ({ chain, ids }) => sql`DELETE FROM escalations WHERE chain = ${chain} AND evidence_id = ${ids.held}`,
    ),
    registry: 'escalations',
    index: at('held'),
    what: /nothing waits for a human/,
  },
  {
    promise: 'an-escalation-whose-evaluation-was-redacted-that-is-gone',
    tables: ['escalations'],
    tamper: run(
      ({ chain, ids }) =>
        sql`DELETE FROM escalations WHERE chain = ${chain} AND evidence_id = ${ids.redacted}`,
    ),
    registry: 'escalations',
    index: at('redacted'),
    what: /nothing waits for a human/,
  },
  ...(
    [
      ['of-nothing', () => NO_ID, nowhere, /not in this chain/],
      [
        'of-another-tenants-evaluation',
        ({ foreign }: Filled) => foreign.evidenceId,
        nowhere,
        /not in this chain/,
      ],
      ['of-what-was-let', ({ ids }: Filled) => ids.let, at('let'), /whose verdict is proceed/],
      ['that-is-the-second', ({ ids }: Filled) => ids.redacted, at('redacted'), /not the only one/],
    ] as const
  ).map(
    ([promise, named, index, what]): Tampering => ({
      promise: `an-escalation-${promise}`,
      tables: ['escalations'],
      tamper: run(
        (filled) =>
          sql`INSERT INTO escalations (chain, escalation_id, evidence_id, created_at) VALUES (${filled.chain}, 'esc_ff0000000000000000000000', ${named(filled)}, 1)`,
      ),
      registry: 'escalations',
      index,
      what,
    }),
  ),
  {
    promise: 'an-escalation-by-another-name',
    tables: ['escalations'],
    tamper: run(
      ({ chain, ids }) =>
        sql`UPDATE escalations SET escalation_id = 'esc_ff0000000000000000000000' WHERE chain = ${chain} AND evidence_id = ${ids.held}`,
    ),
    registry: 'escalations',
    index: at('held'),
    what: /not the one that its evaluation records/,
  },
  {
    promise: 'an-escalation-at-another-time',
    tables: ['escalations'],
    tamper: run(
      ({ chain, ids }) =>
        sql`UPDATE escalations SET created_at = 1 WHERE chain = ${chain} AND evidence_id = ${ids.redacted}`,
    ),
    registry: 'escalations',
    index: at('redacted'),
    what: /at another time/,
  },
];

const KEYED = ({ chain, ids }: Filled) => sql`chain = ${chain} AND outcome LIKE ${`%${ids.keyed}%`}`;

const IDEMPOTENCY: Tampering[] = [
  ...(
    [
      [
        'an-evaluation-that-is-not-there',
        (filled: Filled) => [filled.ids.keyed, NO_ID],
        nowhere,
        /not in this chain/,
      ],
      [
        'another-tenants-evaluation',
        (filled: Filled) => [filled.ids.keyed, filled.foreign.evidenceId],
        nowhere,
        /not in this chain/,
      ],
      [
        'what-is-no-evaluation',
        (filled: Filled) => [filled.ids.keyed, filled.ids.done],
        nowhere,
        /not in this chain/,
      ],
      ['another-verdict', () => ['"verdict":"proceed"', '"verdict":"block"'], at('keyed'), /with block, but/],
      [
        'another-action',
        () => ['"action":"keyed"', '"action":"other"'],
        at('keyed'),
        /another action or time/,
      ],
      ['other-law-results', () => ['"result":"pass"', '"result":"warn"'], at('keyed'), /other law results/],
    ] as const
  ).map(
    ([promise, edit, index, what]): Tampering => ({
      promise: `a-repetition-answered-with-${promise}`,
      tables: ['idempotency_records'],
      tamper: run((filled) => {
        const [from, to] = edit(filled);
        return sql`UPDATE idempotency_records SET outcome = replace(outcome, ${from}, ${to}) WHERE ${KEYED(filled)}`;
      }),
      registry: 'idempotency',
      index: promise === 'what-is-no-evaluation' ? at('done') : index,
      what,
    }),
  ),
  {
    promise: 'an-outcome-that-is-no-outcome',
    tables: ['idempotency_records'],
    tamper: run((filled) => sql`UPDATE idempotency_records SET outcome = 'x' WHERE ${KEYED(filled)}`),
    registry: 'idempotency',
    index: nowhere,
    what: /not in this chain/,
  },
  {
    promise: 'a-key-for-another-request',
    tables: ['idempotency_records'],
    tamper: run(
      (filled) => sql`UPDATE idempotency_records SET request_hash = ${OTHER_HASH} WHERE ${KEYED(filled)}`,
    ),
    registry: 'idempotency',
    index: at('keyed'),
    what: /another request/,
  },
  {
    promise: 'a-key-that-holds-longer',
    tables: ['idempotency_records'],
    tamper: run((filled) => sql`UPDATE idempotency_records SET expires_at = ${LATER} WHERE ${KEYED(filled)}`),
    registry: 'idempotency',
    index: at('keyed'),
    what: /for another time/,
  },
  {
    promise: 'an-outcome-that-was-emptied-though-nothing-was-redacted',
    tables: ['idempotency_records'],
    tamper: run(
      (filled) =>
        sql`UPDATE idempotency_records SET request_hash = ${Buffer.alloc(32)}, outcome = ${JSON.stringify({ evidenceId: filled.ids.keyed })} WHERE ${KEYED(filled)}`,
    ),
    registry: 'idempotency',
    index: at('keyed'),
    what: /is gone, but its evaluation is not/,
  },
];

const OUTCOMES: Tampering[] = [
  {
    promise: 'the-verdict-of-an-outcome',
    tables: ['artifacts'],
    tamper: artifact('done', () => sql`verdict = 'block'`),
    registry: 'outcomes',
    index: at('done'),
    what: /bears the verdict block, its evaluation proceed/,
  },
  {
    promise: 'the-verdict-of-its-evaluation',
    tables: ['artifacts'],
    tamper: artifact('barred', () => sql`verdict = 'proceed'`),
    registry: 'outcomes',
    index: at('done-regardless'),
    what: /bears the verdict block, its evaluation proceed/,
  },
  {
    promise: 'a-mark-that-was-taken-off',
    tables: ['artifact_payloads'],
    tamper: payloadOf('done-regardless', '"executed_despite_block":true,', ''),
    registry: 'outcomes',
    index: at('done-regardless'),
    what: /but is not marked so/,
  },
  {
    promise: 'a-mark-that-was-put-on',
    tables: ['artifact_payloads'],
    tamper: payloadOf('done-unasked', '{', '{"executed_despite_block":true,'),
    registry: 'outcomes',
    index: at('done-unasked'),
    what: /but was not blocked/,
  },
  {
    promise: 'an-evaluation-that-is-not-there',
    tables: ['artifact_payloads'],
    tamper: payloadOf('done', '"evaluation_id":"ev_', '"evaluation_id":"ev_0'),
    registry: 'outcomes',
    index: at('done'),
    what: /is not in this chain/,
  },
  {
    promise: 'an-evaluation-of-another-tenant',
    tables: ['artifact_payloads'],
    tamper: (db, filled) => payloadOf('done', filled.ids.let ?? '', filled.foreign.evidenceId)(db, filled),
    registry: 'outcomes',
    index: at('done'),
    what: /is not in this chain/,
  },
  {
    promise: 'an-evaluation-that-is-none',
    tables: ['artifact_payloads'],
    tamper: (db, filled) =>
      payloadOf('done-regardless', filled.ids.barred ?? '', filled.ids.done ?? '')(db, filled),
    registry: 'outcomes',
    index: at('done-regardless'),
    what: /is of type action_executed/,
  },
  {
    promise: 'an-evaluation-that-came-later',
    tables: ['artifact_payloads'],
    tamper: async (db, filled) => {
      const later = await db
        .selectFrom('artifacts')
        .select('id')
        .where('chain', '=', filled.chain)
        .where('position', '=', 200)
        .executeTakeFirstOrThrow();
      await payloadOf('done', filled.ids.let ?? '', later.id)(db, filled);
    },
    registry: 'outcomes',
    index: at('done'),
    what: /stands before its evaluation, which is at 200/,
  },
  {
    promise: 'the-action-of-an-outcome',
    tables: ['artifacts'],
    tamper: artifact('done', () => sql`action = 'x'`),
    registry: 'outcomes',
    index: at('done'),
    what: /under another action/,
  },
  {
    promise: 'the-actor-of-an-outcome',
    tables: ['artifacts'],
    tamper: artifact('done', () => sql`actor = 'x'`),
    registry: 'outcomes',
    index: at('done'),
    what: /under another actor/,
  },
];

const key = (name: 'made' | 'revoked') => (filled: Filled) =>
  sql`tenant_id = ${filled.tenantId} AND key_id = ${filled.keys[name]}`;
/** The first artifact of the chain is the creation of its first key; these follow the outcomes. */
const MADE = ({ at: places }: Filled) => (places['done-unasked'] ?? 0) + 1;
const REVOKED = ({ at: places }: Filled) => (places['done-unasked'] ?? 0) + 3;

const KEYS: Tampering[] = [
  {
    promise: 'a-key-that-nobody-created',
    tables: ['api_keys'],
    tamper: run(
      ({ tenantId }) =>
        sql`INSERT INTO api_keys (tenant_id, key_id, environment, name, secret_hash, prefix, scopes, created_at) VALUES (${tenantId}, 'key_0123456789abcdef01234567', 'production', 'n', ${OTHER_HASH}, 'p', '[]', 1)`,
    ),
    registry: 'keys',
    index: nowhere,
    what: /no record of who created key key_0123456789abcdef01234567/,
  },
  {
    promise: 'a-key-that-is-gone',
    tables: ['api_keys'],
    tamper: run((filled) => sql`DELETE FROM api_keys WHERE ${key('made')(filled)}`),
    registry: 'keys',
    index: MADE,
    what: /was created, but is not there/,
  },
  {
    promise: 'a-key-moved-to-another-environment',
    tables: ['api_keys'],
    tamper: run((filled) => sql`UPDATE api_keys SET environment = 'sandbox' WHERE ${key('made')(filled)}`),
    registry: 'keys',
    index: MADE,
    what: /was created, but is not there/,
  },
  {
    promise: 'a-key-from-another-environment',
    tables: ['api_keys'],
    tamper: run(
      ({ tenantId }) =>
        sql`UPDATE api_keys SET environment = 'production' WHERE tenant_id = ${tenantId} AND environment = 'sandbox'`,
    ),
    registry: 'keys',
    index: nowhere,
    what: /no record of who created/,
  },
  ...(
    [
      ['scopes', sql`scopes = '["keys:manage"]'`],
      ['expires_at', sql`expires_at = NULL`],
      ['name', sql`name = 'other'`],
      ['secret_fingerprint', sql`secret_hash = ${OTHER_HASH}`],
      ['created_at', sql`created_at = created_at + 1`],
    ] as const
  ).map(
    ([field, change]): Tampering => ({
      promise: `a-key-whose-${field.replace('_', '-')}-was-altered`,
      tables: ['api_keys'],
      tamper: run((filled) => sql`UPDATE api_keys SET ${change} WHERE ${key('made')(filled)}`),
      registry: 'keys',
      index: MADE,
      what: new RegExp(`not as it was created: ${field}\\.`),
    }),
  ),
  {
    promise: 'a-revocation-without-a-record',
    tables: ['api_keys'],
    tamper: run((filled) => sql`UPDATE api_keys SET revoked_at = 1 WHERE ${key('made')(filled)}`),
    registry: 'keys',
    index: nowhere,
    what: /no record of who revoked/,
  },
  {
    promise: 'a-revocation-that-was-undone',
    tables: ['api_keys'],
    tamper: run((filled) => sql`UPDATE api_keys SET revoked_at = NULL WHERE ${key('revoked')(filled)}`),
    registry: 'keys',
    index: REVOKED,
    what: /was revoked, but is not any more/,
  },
  {
    promise: 'a-revocation-at-another-time',
    tables: ['api_keys'],
    tamper: run(
      (filled) => sql`UPDATE api_keys SET revoked_at = revoked_at + 1 WHERE ${key('revoked')(filled)}`,
    ),
    registry: 'keys',
    index: REVOKED,
    what: /at another time/,
  },
  {
    promise: 'a-key-whose-record-was-redacted-that-is-gone',
    tables: ['api_keys', 'artifact_payloads'],
    tamper: async (db, filled) => {
      await run((f) => sql`DELETE FROM api_keys WHERE ${key('made')(f)}`)(db, filled);
      await run((f) => sql`DELETE FROM artifact_payloads WHERE chain = ${f.chain} AND position = ${MADE(f)}`)(
        db,
        filled,
      );
    },
    registry: 'keys',
    index: MADE,
    what: /was created, but is not there/,
  },
];

const payload = ({ chain }: Filled, position: number) =>
  sql`INSERT INTO artifact_payloads (chain, position, salt, payload) VALUES (${chain}, ${position}, ${OTHER_HASH}, ${Buffer.from('{}')})`;
const redaction = ({ chain }: Filled) => sql`chain = ${chain} AND kind = 'redaction'`;
const beyondTheEnd = (filled: Filled) => Math.max(...Object.values(filled.at)) + 1;

const REMOVALS: Tampering[] = [
  {
    promise: 'a-payload-that-was-taken',
    tables: ['artifact_payloads'],
    tamper: run(
      (filled) =>
        sql`DELETE FROM artifact_payloads WHERE chain = ${filled.chain} AND position = ${at('held')(filled)}`,
    ),
    registry: 'removals',
    index: at('held'),
    what: /nothing states that it was removed/,
  },
  {
    promise: 'a-redacted-payload-that-is-there-again',
    tables: ['artifact_payloads'],
    tamper: run((filled) => payload(filled, at('redacted')(filled))),
    registry: 'removals',
    index: at('redacted'),
    what: /is there again/,
  },
  {
    promise: 'a-pruned-payload-that-is-there-again',
    tables: ['artifact_payloads'],
    tamper: run((filled) => payload(filled, 25)),
    registry: 'removals',
    index: () => 25,
    what: /is there again/,
  },
  {
    promise: 'a-payload-beyond-the-end',
    tables: ['artifact_payloads'],
    tamper: run((filled) => payload(filled, beyondTheEnd(filled))),
    registry: 'removals',
    index: beyondTheEnd,
    what: /payload beyond the end/,
  },
  {
    promise: 'a-removal-that-is-not-on-file',
    tables: ['removals'],
    tamper: run((filled) => sql`DELETE FROM removals WHERE ${redaction(filled)}`),
    registry: 'removals',
    index: at('evidence.redact'),
    what: /of which there is no record/,
  },
  {
    promise: 'a-removal-that-nothing-states',
    tables: ['removals'],
    tamper: run(
      ({ chain }) =>
        sql`INSERT INTO removals (chain, evidence_id, kind, first, behind_last, stated_at) VALUES (${chain}, ${NO_ID}, 'redaction', 40, 41, 1)`,
    ),
    registry: 'removals',
    index: () => 40,
    what: /that no artifact states/,
  },
  {
    promise: 'a-removal-stated-in-another-chain',
    tables: ['removals'],
    tamper: run(
      ({ chain, foreign }) =>
        sql`INSERT INTO removals (chain, evidence_id, kind, first, behind_last, stated_at) VALUES (${chain}, ${foreign.evidenceId}, 'redaction', 40, 41, 1)`,
    ),
    registry: 'removals',
    index: () => 40,
    what: /that no artifact states/,
  },
  {
    promise: 'a-removal-of-others-than-were-stated',
    tables: ['removals'],
    tamper: run((filled) => sql`UPDATE removals SET first = first - 1 WHERE ${redaction(filled)}`),
    registry: 'removals',
    index: at('evidence.redact'),
    what: /other artifacts than were stated/,
  },
  {
    promise: 'an-act-whose-payload-is-gone',
    tables: ['artifact_payloads'],
    tamper: run(
      (filled) =>
        sql`DELETE FROM artifact_payloads WHERE chain = ${filled.chain} AND position = ${at('evidence.prune')(filled)}`,
    ),
    registry: 'removals',
    index: at('evidence.prune'),
    what: /states a removal, but of nothing/,
  },
  {
    promise: 'an-act-of-what-stands-behind-it',
    tables: ['artifact_payloads'],
    tamper: payloadOf('evidence.prune', '"to_index":30', '"to_index":3000000'),
    registry: 'removals',
    index: at('evidence.prune'),
    what: /but of nothing that stands before it/,
  },
  {
    promise: 'an-act-of-another-root',
    tables: ['artifact_payloads'],
    tamper: payloadOf('evidence.prune', '"root":"sha256:', '"root":"sha256:0'),
    registry: 'removals',
    index: at('evidence.prune'),
    what: /states another root/,
  },
  {
    promise: 'an-act-of-another-artifact',
    tables: ['artifact_payloads'],
    tamper: payloadOf('evidence.redact', '"hash":"sha256:', '"hash":"sha256:0'),
    registry: 'removals',
    index: at('evidence.redact'),
    what: /names another artifact/,
  },
];

export const REGISTER_TAMPERINGS: Tampering[] = [
  ...ESCALATIONS,
  ...IDEMPOTENCY,
  ...OUTCOMES,
  ...KEYS,
  ...REMOVALS,
];
