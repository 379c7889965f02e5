/** Tampering with the answers to repeated requests. */
import { sql } from 'kysely';
import type { Filled } from '../../../support/truth/truth-parts.ts';
import { at, NO_ID, nowhere, OTHER_HASH, run, type Tampering } from '../tampering.ts';

const LATER = 9_999_999_999_999;
const KEYED = ({ chain, ids }: Filled) => sql`chain = ${chain} AND outcome LIKE ${`%${ids.keyed}%`}`;

export const IDEMPOTENCY: Tampering[] = [
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
    promise: 'a-repetition-answered-with-an-execution-that-is-not-there',
    tables: ['idempotency_records'],
    tamper: run(
      ({ ids }) =>
        sql`UPDATE idempotency_records SET outcome = replace(outcome, ${ids['done-at-once']}, ${NO_ID})`,
    ),
    registry: 'idempotency',
    index: at('at-once'),
    what: /does not directly follow its evaluation/,
  },
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
