/** Tampering with removals, the records that state them, and payloads. */
import { sql } from 'kysely';
import type { Filled } from '../../../support/truth/truth-parts.ts';
import { at, NO_ID, OTHER_HASH, payloadOf, run, type Tampering } from '../tampering.ts';

const payload = ({ chain }: Filled, position: number) =>
  sql`INSERT INTO artifact_payloads (chain, position, salt, payload) VALUES (${chain}, ${position}, ${OTHER_HASH}, ${Buffer.from('{}')})`;
const redaction = ({ chain }: Filled) => sql`chain = ${chain} AND kind = 'redaction'`;
const beyondTheEnd = (filled: Filled) => Math.max(...Object.values(filled.at)) + 1;

export const REMOVALS: Tampering[] = [
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
    tamper: run((filled) => payload(filled, 85)),
    registry: 'removals',
    index: () => 85,
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
        sql`INSERT INTO removals (chain, evidence_id, kind, first, behind_last, stated_at) VALUES (${chain}, ${NO_ID}, 'redaction', 90, 91, 1)`,
    ),
    registry: 'removals',
    index: () => 90,
    what: /that no artifact states/,
  },
  {
    promise: 'a-removal-stated-in-another-chain',
    tables: ['removals'],
    tamper: run(
      ({ chain, foreign }) =>
        sql`INSERT INTO removals (chain, evidence_id, kind, first, behind_last, stated_at) VALUES (${chain}, ${foreign.evidenceId}, 'redaction', 90, 91, 1)`,
    ),
    registry: 'removals',
    index: () => 90,
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
    tamper: payloadOf('evidence.prune', '"to_index":90', '"to_index":3000000'),
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
