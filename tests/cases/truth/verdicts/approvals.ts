/** Tampering with pending approvals. */
import { sql } from 'kysely';
import type { Filled } from '../../../support/truth/truth-parts.ts';
import { at, NO_ID, nowhere, OTHER_HASH, run, type Tampering } from '../tampering.ts';

const OTHER = 'apr_ff0000000000000000000000';

const gone = (name: string) =>
  run(({ chain, ids }) => sql`DELETE FROM approvals WHERE chain = ${chain} AND evidence_id = ${ids[name]}`);

const column = (name: string, change: ReturnType<typeof sql>) =>
  run(
    ({ chain, ids }) =>
      sql`UPDATE approvals SET ${change} WHERE chain = ${chain} AND evidence_id = ${ids[name]}`,
  );

const CHANGED: [promise: string, name: string, change: ReturnType<typeof sql>, what: RegExp][] = [
  ['by-another-name', 'held', sql`approval_id = ${OTHER}`, /not the one that its evaluation records/],
  ['at-another-time', 'redacted', sql`created_at = 1`, /at another time/],
  ['for-another-action', 'held', sql`action = 'let'`, /for another action/],
  ['bound-to-another-request', 'held', sql`binding = ${OTHER_HASH}`, /bound to another request/],
  ['bound-in-other-words', 'held', sql`binding_version = 1`, /bound to another request/],
  ['of-another-agent', 'held', sql`agent_id = 'agent'`, /names another person/],
  ['that-another-key-asked-for', 'held', sql`requested_by = 'key_1'`, /names another person/],
];

export const APPROVALS: Tampering[] = [
  ...(['held', 'redacted'] as const).map(
    (name): Tampering => ({
      promise: `an-approval-that-is-gone-${name}`,
      tables: ['approvals'],
      tamper: gone(name),
      registry: 'approvals',
      index: at(name),
      what: /nothing waits for a human/,
    }),
  ),
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
      promise: `an-approval-${promise}`,
      tables: ['approvals'],
      tamper: run(
        (filled) =>
          sql`INSERT INTO approvals (chain, approval_id, evidence_id, status, action, required_approvals, binding,
              created_at, expires_at)
            VALUES (${filled.chain}, ${OTHER}, ${named(filled)}, 'cancelled', 'a', 1, ${OTHER_HASH}, 1, 1)`,
      ),
      registry: 'approvals',
      index,
      what,
    }),
  ),
  ...CHANGED.map(
    ([promise, name, change, what]): Tampering => ({
      promise: `an-approval-${promise}`,
      tables: ['approvals'],
      tamper: column(name, change),
      registry: 'approvals',
      index: at(name),
      what,
    }),
  ),
  {
    promise: 'an-evaluation-that-waits-for-nothing',
    tables: ['approval_repeats'],
    tamper: run(({ chain }) => sql`DELETE FROM approval_repeats WHERE chain = ${chain}`),
    registry: 'approvals',
    index: at('waiting'),
    what: /nothing waits for a human/,
  },
  {
    promise: 'an-evaluation-that-waits-for-another-approval',
    tables: ['approval_repeats'],
    tamper: run(
      ({ chain }) =>
        sql`UPDATE approval_repeats SET approval_id = (SELECT min(approval_id) FROM approvals WHERE chain = ${chain})
          WHERE chain = ${chain}`,
    ),
    registry: 'approvals',
    index: at('waiting'),
    what: /waits for another than/,
  },
];
