/** What waits for a human. */
import { sql } from 'kysely';
import type { Filled } from '../../support/truth.ts';
import { at, NO_ID, nowhere, run, type Tampering } from './tampering.ts';

export const ESCALATIONS: Tampering[] = [
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
